import type { Browser } from '@playwright/test';

/** Sends signals to all processes of a Chromium. */
const signalsTo = async (browser: Browser): Promise<(name: NodeJS.Signals) => void> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { id: number }[];
  };
  await session.detach();
  return (name) => {
    for (const { id } of processInfo) {
      try {
        process.kill(id, name);
      } catch {
        // The process has exited since it was listed.
      }
    }
  };
};

/**
 * Stops all processes of a Chromium, as sleep does, and returns a function that wakes them. Until then no call to its
 * pages settles.
 */
export const suspend = async (browser: Browser): Promise<() => void> => {
  const signal = await signalsTo(browser);
  signal('SIGSTOP');
  return () => signal('SIGCONT');
};

/** Ends all processes of a Chromium without a chance to write anything. Resolves when Playwright has noticed. */
export const kill = async (browser: Browser): Promise<void> => {
  const signal = await signalsTo(browser);
  const gone = new Promise<void>((resolve) => {
    browser.once('disconnected', () => resolve());
  });
  signal('SIGKILL');
  await gone;
};
