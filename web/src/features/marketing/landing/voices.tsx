import shared from '../../../components/site/shared.module.css';
import type { Quote } from '../content-types.js';
import { texts } from '../texts.js';
import styles from './voices.module.css';

const words = texts.landing;

/** Sample testimonials, marked as samples. */
export function Voices({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <section className={styles.voices} aria-labelledby="voices">
      <div className={shared.inner}>
        <h2 id="voices">{words.voices}</h2>
        <p className={styles.note}>{words.voicesNote}</p>
        <ul>
          {quotes.map(({ text, who }) => (
            <li key={text}>
              <figure>
                <blockquote>{text}</blockquote>
                <figcaption>{who}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
