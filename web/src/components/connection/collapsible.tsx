import { useState, type ReactNode } from 'react';
import styles from './connection-details.module.css';

interface CollapsibleProps {
  summary: string;
  /** The accessible name, where several on a page have the same summary. */
  label?: string | undefined;
  children: ReactNode;
}

/** Collapsed at first. The content is rendered while it is open: closed figures must not cost time or be announced. */
export function Collapsible({ summary, label, children }: CollapsibleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.details}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary aria-label={label}>{summary}</summary>
      {isOpen && <div className={styles.content}>{children}</div>}
    </details>
  );
}
