import { maxDownloadLimit } from '@tandem/proto/browser/limits';
import { InputNumber } from 'antd';
import { useId } from 'react';
import { classNames } from '../../../../lib/class-names.js';
import { texts } from '../../texts.js';
import styles from './limit-field.module.css';

const { upload } = texts;

interface LimitFieldProps {
  /** Null: no limit. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/** After how many downloads a share stops; empty for no limit. */
export function LimitField({ value, onChange }: LimitFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{upload.limit}</label>
      <InputNumber
        id={id}
        className={classNames(styles.field)}
        min={1}
        max={maxDownloadLimit}
        precision={0}
        placeholder={upload.unlimited}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
