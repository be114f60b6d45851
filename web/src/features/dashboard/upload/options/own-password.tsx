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
}

/** A password of the owner, and why it was refused. */
export function OwnPassword({ label, hint, value, refusal, onChange }: OwnPasswordProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxOwnPasswordLength}
        value={value}
        status={refusal === null ? '' : 'error'}
        aria-invalid={refusal !== null}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={hintId} className={refusal === null ? styles.hint : styles.refusal} role="status">
        {refusal === null ? hint : texts.upload.passwordRefusals[refusal]}
      </p>
    </>
  );
}
