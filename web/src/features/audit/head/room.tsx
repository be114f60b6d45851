import styles from './room.module.css';

/** A date and time in its longest form, in any time zone. */
export const longTime = '2000-12-30T22:59:59.000Z';
/** More entries than most logs have. */
export const longCount = 10_000;

/** Takes the room of a text, without the text: neither shown nor read aloud. Below another text it keeps the height. */
export function Room({ text }: { text: string }) {
  return <span className={styles.room} aria-hidden="true" data-text={text} />;
}
