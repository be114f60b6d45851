import { whenIdle } from '../../lib/when-idle.js';

/**
 * A received file may stay for an hour after the user has seen it complete; a check every ten minutes removes it soon
 * after that.
 */
const sweepEveryMs = 10 * 60_000;

const sweep = async (): Promise<void> => {
  try {
    const { sweepFolder } = await import('../../transfer/sinks/opfs/sweep.js');
    await sweepFolder(Date.now());
  } catch {
    console.warn('expired files were not removed; the next check tries again');
  }
};

/**
 * Removes received files that have expired from this browser's storage, whichever page is open: a recipient may never
 * open another share. After the load event, so that it does not compete with the first paint.
 */
export const sweepReceivedFiles = (): void => {
  const start = (): void => {
    whenIdle(() => void sweep());
    setInterval(() => void sweep(), sweepEveryMs);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
};
