import { maxLabelLength, maxNoteLength } from '@tandem/proto/browser/limits';
import type { PasswordFault } from '@tandem/proto/browser/share-password';
import { Checkbox, Input } from 'antd';
import { useId } from 'react';
import { texts } from '../../texts.js';
import { LimitField } from './limit-field.js';
import type { ShareOptions } from './no-options.js';
import { OwnPassword } from './own-password.js';
import styles from './share-options.module.css';

const { upload } = texts;

interface ShareOptionsFieldsProps {
  options: ShareOptions;
  /** Why the password was refused. */
  refusal: PasswordFault | null;
  onChange: (options: ShareOptions) => void;
  onPasswordLeave: () => void;
}

export function ShareOptionsFields(props: ShareOptionsFieldsProps) {
  const { options, refusal, onChange, onPasswordLeave } = props;
  const id = useId();
  const change = (part: Partial<ShareOptions>): void => onChange({ ...options, ...part });
  return (
    <div className={styles.options}>
      <label htmlFor={`${id}-note`}>{upload.note}</label>
      <Input.TextArea
        id={`${id}-note`}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={maxNoteLength}
        value={options.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Checkbox
        checked={options.asksFirst}
        onChange={(event) => change({ asksFirst: event.target.checked })}
      >
        {upload.asksFirst}
      </Checkbox>
      <details className={styles.more}>
        <summary>{upload.more}</summary>
        <div className={styles.options}>
          <label htmlFor={`${id}-label`}>{upload.label}</label>
          <Input
            id={`${id}-label`}
            maxLength={maxLabelLength}
            value={options.label}
            onChange={(event) => change({ label: event.target.value })}
          />
          <OwnPassword
            label={upload.password}
            hint={upload.passwordHint}
            value={options.password}
            refusal={refusal}
            onChange={(password) => change({ password })}
            onLeave={onPasswordLeave}
          />
          <LimitField
            value={options.maxDownloads}
            onChange={(maxDownloads) => change({ maxDownloads })}
          />
        </div>
      </details>
    </div>
  );
}
