import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import styles from './copy-field.module.css';

/** How long the button shows the check mark. */
const confirmationMs = 2000;

interface CopyFieldProps {
  label: string;
  copyLabel: string;
  value: string;
  isMono?: boolean;
  /** Copies the value and shows a toast; resolves to false on failure. */
  onCopy: (value: string) => Promise<boolean>;
}

/** A read-only field with a copy button. */
export function CopyField({ label, copyLabel, value, isMono = false, onCopy }: CopyFieldProps) {
  const id = useId();
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), confirmationMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    if (await onCopy(value)) setCopies((count) => count + 1);
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <Input
          id={id}
          dir="ltr"
          readOnly
          value={value}
          {...(isMono ? { className: styles.mono } : {})}
          onFocus={(event) => event.target.select()}
        />
        <Button
          aria-label={copyLabel}
          title={copyLabel}
          icon={isCopied ? <Icon name="check" /> : <Icon name="copy" />}
          onClick={() => void copy()}
        />
      </div>
    </div>
  );
}
