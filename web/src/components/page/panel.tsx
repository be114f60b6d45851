import { useId, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.js';
import styles from './panel.module.css';

interface PanelProps {
  id?: string;
  /** The heading, which also names the section. */
  title?: string;
  /** One muted sentence below the heading. */
  lead?: string;
  /** Beside the heading. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The bordered surface of the signed-in pages. */
export function Panel({ id, title, lead, action, className, children }: PanelProps) {
  const titleId = useId();
  const heading = title !== undefined && <h2 id={titleId}>{title}</h2>;
  return (
    <section
      id={id}
      className={classNames(styles.panel, className)}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {action === undefined ? (
        heading
      ) : (
        <div className={styles.heading}>
          {heading}
          {action}
        </div>
      )}
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
