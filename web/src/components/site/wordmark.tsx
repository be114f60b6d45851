import { classNames } from '../../lib/class-names.js';
import styles from './wordmark.module.css';

interface WordmarkProps {
  name: string;
  /** Target of the link; without it the wordmark is no link. */
  href?: string;
  /** On a panel that is dark in both colour schemes. */
  onInk?: boolean;
}

/** Two dots and the line between them. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
      <path className={styles.line} d="M12 12h16" />
      <circle className={styles.us} cx="8" cy="12" r="6" />
      <circle className={styles.them} cx="32" cy="12" r="6" />
    </svg>
  );
}

export function Wordmark({ name, href, onInk = false }: WordmarkProps) {
  const content = (
    <>
      <Mark />
      <span>{name}</span>
    </>
  );
  const className = classNames(styles.wordmark, onInk && styles.onInk);
  if (href === undefined) return <span className={className}>{content}</span>;
  return (
    <a className={className} href={href}>
      {content}
    </a>
  );
}
