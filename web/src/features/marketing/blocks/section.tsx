import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.js';
import styles from './section.module.css';

interface SectionProps {
  heading: string;
  intro?: string | undefined;
  /** Small print below the content. */
  note?: string | undefined;
  /** `split`: heading beside the content instead of above it. */
  layout?: 'stack' | 'split';
  id?: string;
  children: ReactNode;
}

const layouts = { stack: styles.stack, split: styles.split };

export function Section({ heading, intro, note, layout = 'stack', id, children }: SectionProps) {
  return (
    <section id={id} className={classNames(styles.section, layouts[layout])}>
      <div className={styles.head}>
        <h2>{heading}</h2>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </div>
      <div className={styles.body}>
        {children}
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </section>
  );
}
