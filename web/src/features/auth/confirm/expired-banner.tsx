import { Button } from 'antd';
import { askForRecentSignIn } from '../../../lib/account/confirm-sign-in.js';
import { useHasExpired } from '../../../lib/account/session.js';
import styles from './expired-banner.module.css';
import { expiredTexts } from './texts.js';

/** Shown while the session has expired and the page is still needed. It covers nothing, because transfers continue. */
export function ExpiredBanner() {
  if (!useHasExpired()) return null;
  return (
    <aside className={styles.banner} role="alert">
      <p>{expiredTexts.banner}</p>
      <Button type="primary" onClick={() => void askForRecentSignIn()}>
        {expiredTexts.title}
      </Button>
    </aside>
  );
}
