import { serverNow } from '../http/server-time.js';

/**
 * Half the lifetime of an ID token. The SDK renews a token only when a call needs one, and a page that shows a list or
 * sends a file needs none for days, while cookie and session expire.
 */
const renewEveryMs = 30 * 60_000;
/** A timer for the whole period would stand still while the device sleeps. Also the pause after a failure. */
const checkEveryMs = 60_000;

export interface Renewal {
  /** The session was opened or renewed. */
  note: () => void;
}

/** Calls `renew` when the session was last renewed half an hour ago: in hidden tabs too, which may be sending a file. */
export const startRenewal = (renew: () => Promise<void>): Renewal => {
  let renewedAtMs = serverNow();
  let isRunning = false;
  const check = async (): Promise<void> => {
    if (isRunning || serverNow() - renewedAtMs < renewEveryMs) return;
    isRunning = true;
    try {
      await renew();
    } catch (error) {
      console.warn('the session could not be renewed', error);
    } finally {
      isRunning = false;
    }
  };
  setInterval(() => void check(), checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  return {
    note: () => {
      renewedAtMs = serverNow();
    },
  };
};
