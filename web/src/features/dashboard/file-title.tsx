import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import { storedName } from '../../lib/files/matches-share.js';
import styles from './file-title.module.css';

interface FileTitleProps {
  filename: string;
  className?: string | undefined;
  /** Shown below the name. */
  children: ReactNode;
}

/** A filename, whole and as the share stores it, and a line of details. */
export function FileTitle({ filename, className, children }: FileTitleProps) {
  // A file of this device may disguise its extension.
  const shown = storedName(filename);
  return (
    <div className={classNames(styles.title, className)}>
      <strong translate="no" title={shown}>
        {shown}
      </strong>
      <span>{children}</span>
    </div>
  );
}
