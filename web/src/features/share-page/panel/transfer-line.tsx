import type { CSSProperties } from 'react';
import { classNames } from '../../../lib/class-names.js';
import styles from './transfer-line.module.css';

export type LineState = 'apart' | 'searching' | 'joined' | 'moving' | 'held' | 'done' | 'broken';

interface TransferLineProps {
  state: LineState;
  /** Progress, 0–100. */
  percent: number;
  /** The label on the left, where the file comes from. */
  from: string;
  to: string;
  /** Which end is this browser, drawn in the accent colour. */
  own: 'from' | 'to';
}

/** Sender, recipient and the line between them. Decorative: the status text carries the same information. */
export function TransferLine({ state, percent, from, to, own }: TransferLineProps) {
  const style = { '--line-progress': `${Math.min(100, percent)}%` } as CSSProperties;
  return (
    <div className={styles.line} data-line={state} data-own={own} style={style} aria-hidden="true">
      <span
        className={classNames(styles.person, styles.from)}
        // A recipient's page shows the sender's name.
        translate={own === 'to' ? 'no' : 'yes'}
      >
        <span className={styles.dot} />
        {from}
      </span>
      <span className={styles.track}>
        <span className={styles.fill} />
        <span className={styles.parcel} />
        {state === 'broken' && <span className={styles.gap}>×</span>}
      </span>
      <span className={classNames(styles.person, styles.to)}>
        <span className={styles.dot}>
          {state === 'done' && (
            <svg viewBox="0 0 16 16" width="12" height="12">
              <path d="m3 8.5 3.4 3.4L13 5" fill="none" stroke="currentColor" strokeWidth="2.5" />
            </svg>
          )}
        </span>
        {to}
      </span>
    </div>
  );
}
