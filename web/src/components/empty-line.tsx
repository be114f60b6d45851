import styles from './empty-line.module.css';

/** The drawing of an empty list: two dots and a dotted line. */
export function EmptyLine() {
  return (
    <svg className={styles.drawing} viewBox="0 0 200 60" aria-hidden="true">
      <path d="M20 44C70 4 130 4 180 44" />
      <circle cx="20" cy="44" r="7" className={styles.here} />
      <circle cx="180" cy="44" r="7" className={styles.there} />
    </svg>
  );
}
