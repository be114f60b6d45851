import { InputNumber } from 'antd';
import { useId } from 'react';
import { texts } from '../../texts.js';
import styles from './expiry-field.module.css';
import type { ExpiryRange } from './expiry.js';

interface ExpiryFieldProps {
  range: ExpiryRange;
  days: number;
  onChange: (days: number) => void;
}

/** Lifetime of the link, for plans that can choose it. */
export function ExpiryField({ range, days, onChange }: ExpiryFieldProps) {
  const id = useId();
  const { min, max } = range;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{texts.upload.expiry}</label>
      <InputNumber
        id={id}
        min={min}
        max={max}
        precision={0}
        value={days}
        suffix={texts.upload.days(days)}
        onChange={(value) => onChange(value ?? range.default)}
      />
    </div>
  );
}
