import styles from './loading-screen.module.css';
import { texts } from './texts.js';

interface LoadingScreenProps {
  label?: string;
}

/** Two dots that move towards each other, while a part of a page loads. */
export function LoadingScreen({ label = texts.loading }: LoadingScreenProps) {
  return (
    <div className={styles.screen} role="status">
      <MeetingDots />
      <span>{label}</span>
    </div>
  );
}

/** A page that only shows that the session or a page's code is loading. */
export function LoadingPage({ label = texts.loading }: LoadingScreenProps) {
  return (
    <main>
      <div className={styles.screen} role="status">
        <MeetingDots />
        <h1>{label}</h1>
      </div>
    </main>
  );
}

function MeetingDots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
    </span>
  );
}
