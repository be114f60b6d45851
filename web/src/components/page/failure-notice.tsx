import { useEffect, useRef } from 'react';
import styles from './failure-notice.module.css';

export interface Failure {
  title: string;
  description: string;
}

/**
 * Why the last attempt failed, beside the form of the next one. Takes the focus with every new failure: a reader
 * who has zoomed in, or who uses a screen reader, is at the button that failed.
 */
export function FailureNotice({ failure }: { failure: Failure }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [failure]);
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.failure}>
      <strong>{failure.title}</strong>
      <p>{failure.description}</p>
    </div>
  );
}
