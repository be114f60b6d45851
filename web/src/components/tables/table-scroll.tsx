import type { ReactNode } from 'react';
import styles from './table-scroll.module.css';

interface TableScrollProps {
  label: string;
  /** The table scrolls horizontally below this width. */
  minWidthPx: number;
  /** The rows belong to an earlier query, or are being loaded again; they can be used meanwhile. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A scroll container for a wide table, usable by keyboard and touch. */
export function TableScroll({ label, minWidthPx, isBusy = false, children }: TableScrollProps) {
  return (
    // Scrollable regions must be focusable (WCAG 2.1.1).
    <div className={styles.scroll} role="group" aria-label={label} aria-busy={isBusy} tabIndex={0}>
      <div style={{ minWidth: minWidthPx }}>{children}</div>
    </div>
  );
}
