import type { StepsBlock } from '../content-types.js';
import { Section } from './section.js';
import styles from './steps.module.css';

/** Numbered steps on a line. */
export function Steps({ block, id }: { block: StepsBlock; id?: string }) {
  const { heading, intro, steps } = block;
  return (
    <Section heading={heading} intro={intro} {...(id === undefined ? {} : { id })}>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.station} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
