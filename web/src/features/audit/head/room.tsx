import styles from './room.module.css';

/** For a text with a time, all of which have the same length. */
export const sampleTime = '2000-12-31T23:59:59.000Z';

/** The room of a text that may follow, without the text: neither shown nor read aloud. */
export function Room({ text }: { text: string }) {
  return <span className={styles.room} aria-hidden="true" data-text={text} />;
}
