import { InputNumber } from 'antd';
import { useId } from 'react';
import type { SubscriptionStatus } from '../../../lib/account/user-api.js';
import { defaultExpiryDays, expiryRange } from './expiry.js';
import { texts } from '../texts.js';
import styles from './expiry-field.module.css';

interface ExpiryFieldProps {
  plan: SubscriptionStatus;
  days: number;
  onChange: (days: number) => void;
}

/** Lifetime of the link, for plans that can choose it. */
export function ExpiryField({ plan, days, onChange }: ExpiryFieldProps) {
  const id = useId();
  const { min, max } = expiryRange(plan);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{texts.upload.expiry}</label>
      <InputNumber
        id={id}
        min={min}
        max={max}
        precision={0}
        value={days}
        suffix={days === 1 ? texts.upload.day : texts.upload.days}
        onChange={(value) => onChange(value ?? defaultExpiryDays)}
      />
    </div>
  );
}
