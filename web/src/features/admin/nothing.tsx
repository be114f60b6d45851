import { EmptyLine } from '../../components/empty-line.js';
import styles from './nothing.module.css';

/** Stands in for the rows of an empty table. */
export function Nothing({ text }: { text: string }) {
  return (
    <div className={styles.nothing}>
      <EmptyLine />
      <p>{text}</p>
    </div>
  );
}
