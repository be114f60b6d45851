import type { ReactNode } from 'react';
import styles from './row-card.module.css';

/** A table row on a phone: a single cell, laid out as a card of two columns. */
export function RowCard({ children }: { children: ReactNode }) {
  return (
    <div className={styles.card} data-row-card="">
      {children}
    </div>
  );
}
