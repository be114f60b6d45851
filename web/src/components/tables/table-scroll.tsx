import type { ReactNode } from 'react';
import styles from './table-scroll.module.css';

interface TableScrollProps {
  label: string;
  /** The table scrolls horizontally below this width. */
  minWidthPx: number;
  children: ReactNode;
}

/** A scroll container for a wide table, usable by keyboard and touch. */
export function TableScroll({ label, minWidthPx, children }: TableScrollProps) {
  return (
    // Scrollable regions must be focusable (WCAG 2.1.1).
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <div style={{ minWidth: minWidthPx }}>{children}</div>
    </div>
  );
}
