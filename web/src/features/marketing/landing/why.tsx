import { classNames } from '../../../lib/class-names.js';
import { Section } from '../blocks/section.js';
import { texts } from '../texts.js';
import styles from './why.module.css';

/** Three cards, each with a small drawing. */
export function Why() {
  const { time, empty, proof } = texts.landing;
  return (
    <Section heading={texts.landing.why}>
      <div className={styles.why}>
        <article className={classNames(styles.card, styles.time)}>
          <h3>{time.title}</h3>
          <p>{time.text}</p>
          <div className={styles.bars} aria-hidden="true">
            <span className={classNames(styles.bar, styles.ours)}>{time.ours}</span>
            <span className={styles.bar}>{time.up}</span>
            <span className={classNames(styles.bar, styles.late)}>{time.down}</span>
          </div>
        </article>
        <article className={classNames(styles.card, styles.empty)}>
          <h3>{empty.title}</h3>
          <p>{empty.text}</p>
          <p className={styles.zero}>
            <strong>{empty.figure}</strong> <span>{empty.unit}</span>
          </p>
        </article>
        <article className={classNames(styles.card, styles.proof)}>
          <h3>{proof.title}</h3>
          <p>{proof.text}</p>
          <div className={styles.sums} aria-hidden="true">
            <code>{proof.sender} 9f86d081…0f00a08</code>
            <code>{proof.recipient} 9f86d081…0f00a08</code>
            <span>{proof.equal}</span>
          </div>
        </article>
      </div>
    </Section>
  );
}
