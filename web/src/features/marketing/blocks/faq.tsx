import type { FaqBlock } from '../content-types.js';
import styles from './faq.module.css';
import { Section } from './section.js';

/** Native disclosure works without script, by keyboard and with find-in-page. */
export function Faq({ block, id }: { block: FaqBlock; id?: string }) {
  return (
    <Section heading={block.heading} layout="split" {...(id === undefined ? {} : { id })}>
      <div className={styles.faq}>
        {block.items.map(({ question, answer }) => (
          <details key={question} name={id ?? 'questions'}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
