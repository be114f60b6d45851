import type { ReactNode } from 'react';
import styles from './table-scroll.module.css';

interface TableScrollProps {
  label: string;
  /** Under this width the table scrolls sideways inside its frame. */
  minWidthPx: number;
  children: ReactNode;
}

/** A frame that a wide table scrolls in, by keyboard as well as by touch. */
export function TableScroll({ label, minWidthPx, children }: TableScrollProps) {
  return (
    // Without a focusable element inside, the region itself must take the focus.
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <div style={{ minWidth: minWidthPx }}>{children}</div>
    </div>
  );
}
