import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  lead?: string | undefined;
  /** Buttons or links beside the heading. */
  children?: ReactNode;
}

/** Heading and lead of a signed-in page. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  const hasActions = children !== undefined;
  return (
    <header className={classNames(styles.head, hasActions && styles.withActions)}>
      <h1>{title}</h1>
      {lead !== undefined && <p>{lead}</p>}
      {hasActions && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
