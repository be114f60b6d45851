import { Component, type ReactNode } from 'react';
import { texts } from '../texts.js';
import styles from './message.module.css';

interface State {
  hasFailed: boolean;
}

/** Shows a message instead of a blank window when a page throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('a page failed', error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className={styles.message} role="alert">
        <h1>{texts.crash.title}</h1>
        <p>{texts.crash.text}</p>
        <button type="button" onClick={() => window.location.reload()}>
          {texts.crash.reload}
        </button>
      </main>
    );
  }
}
