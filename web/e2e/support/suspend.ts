import type { Browser } from '@playwright/test';

/**
 * Stops all processes of a Chromium, as sleep does, and returns a function that wakes them. Until then no call to its
 * pages settles.
 */
export const suspend = async (browser: Browser): Promise<() => void> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { id: number }[];
  };
  await session.detach();
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const { id } of processInfo) {
      try {
        process.kill(id, name);
      } catch {
        // The process has exited since it was listed.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
};
