import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import styles from './file-title.module.css';

interface FileTitleProps {
  filename: string;
  className?: string | undefined;
  /** Shown below the name. */
  children: ReactNode;
}

/** A filename, whole, and a line of details. */
export function FileTitle({ filename, className, children }: FileTitleProps) {
  return (
    <div className={classNames(styles.title, className)}>
      <strong title={filename}>{filename}</strong>
      <span>{children}</span>
    </div>
  );
}
