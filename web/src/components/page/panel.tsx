import { useId, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import styles from './panel.module.css';

interface PanelProps {
  id?: string;
  /** The heading, which also names the section. */
  title?: string;
  /** One muted sentence below the heading. */
  lead?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The bordered surface of the signed-in pages. */
export function Panel({ id, title, lead, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={classNames(styles.panel, className)}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
