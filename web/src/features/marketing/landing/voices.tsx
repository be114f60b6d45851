import type { Testimonial } from '@tandem/proto/browser/http/config';
import shared from '../../../components/site/shared.module.css';
import { texts } from '../texts.js';
import styles from './voices.module.css';

const words = texts.landing;

/** Customer quotes that the operator has configured. */
export function Voices({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <section className={styles.voices} aria-labelledby="voices">
      <div className={shared.inner}>
        <h2 id="voices">{words.voices}</h2>
        <ul>
          {testimonials.map(({ text, who }) => (
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
