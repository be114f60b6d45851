import { maxNoteLength } from '@tandem/proto/browser/limits';
import { Checkbox, Input } from 'antd';
import { useId } from 'react';
import { texts } from '../../texts.js';
import styles from './share-options.module.css';

const { upload } = texts;

/** What the sender may choose for a share, besides its expiry. */
export interface ShareOptions {
  note: string;
  asksFirst: boolean;
}

export const noOptions: ShareOptions = { note: '', asksFirst: false };

interface ShareOptionsFieldsProps {
  options: ShareOptions;
  onChange: (options: ShareOptions) => void;
}

export function ShareOptionsFields({ options, onChange }: ShareOptionsFieldsProps) {
  const id = useId();
  return (
    <div className={styles.options}>
      <label htmlFor={id}>{upload.note}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={maxNoteLength}
        value={options.note}
        onChange={(event) => onChange({ ...options, note: event.target.value })}
      />
      <Checkbox
        checked={options.asksFirst}
        onChange={(event) => onChange({ ...options, asksFirst: event.target.checked })}
      >
        {upload.asksFirst}
      </Checkbox>
    </div>
  );
}
