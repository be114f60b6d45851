import { Section } from '../blocks/section.js';
import { texts } from '../texts.js';
import styles from './preview.module.css';

const words = texts.landing.preview;

/** Written by `npm run product-pictures -w web`; pixels of the files. */
const sizes = { sender: { width: 1164, height: 759 }, recipient: { width: 585, height: 1026 } };

/** Loaded when it comes near the window; the size keeps its place until then. */
function Screen({ side }: { side: keyof typeof sizes }) {
  const file = (scheme: string): string => `/pictures/${side}-${scheme}.webp`;
  return (
    <figure>
      <picture>
        <source srcSet={file('dark')} media="(prefers-color-scheme: dark)" />
        <img
          src={file('light')}
          alt={words[side].alt}
          {...sizes[side]}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <figcaption>{words[side].caption}</figcaption>
    </figure>
  );
}

/** One transfer as both people see it. */
export function Preview() {
  return (
    <Section heading={words.heading}>
      <div className={styles.preview}>
        <Screen side="sender" />
        <Screen side="recipient" />
      </div>
    </Section>
  );
}
