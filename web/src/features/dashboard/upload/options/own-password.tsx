import { maxOwnPasswordLength, type PasswordFault } from '@tandem/proto/browser/share-password';
import { Input } from 'antd';
import { useId } from 'react';
import { texts } from '../../texts.js';
import styles from './share-options.module.css';

interface OwnPasswordProps {
  label: string;
  hint: string;
  value: string;
  refusal: PasswordFault | null;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** A password of the owner, with the rule for it, or why it was refused. */
export function OwnPassword(props: OwnPasswordProps) {
  const { label, hint, value, refusal, onChange, onLeave } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={maxOwnPasswordLength}
        value={value}
        status={refusal === null ? '' : 'error'}
        aria-invalid={refusal !== null}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      <div id={hintId}>
        {/* As many lines as a refusal: the click that leaves the field must find its target where it was. */}
        <p className={refusal === null ? styles.hint : styles.refusal} role="status">
          {/* A new element is announced, also with the text of the rule. */}
          <span key={refusal}>{texts.upload.passwordRefusals[refusal ?? 'too-short']}</span>
        </p>
        <p className={styles.hint}>{hint}</p>
      </div>
    </>
  );
}
