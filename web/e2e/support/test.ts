import { test as base, type Browser } from '@playwright/test';
import { launchBrowserProcess } from './browsers.js';
import { stackInfo } from './stack.js';

interface Fixtures {
  /** Starts a browser process, which is closed when the test ends or fails. */
  openBrowser: (args?: string[]) => Promise<Browser>;
}

/** Playwright's `test` against the stack of this suite: `page.goto('/login')` works. */
export const test = base.extend<Fixtures>({
  baseURL: ({ browserName: _ }, provide) => provide(stackInfo().url),
  openBrowser: async ({ browserName: _ }, provide) => {
    const opened: Browser[] = [];
    await provide(async (args = []) => {
      const browser = await launchBrowserProcess({ args });
      opened.push(browser);
      return browser;
    });
    await Promise.all(opened.map((browser) => browser.close()));
  },
});

export { expect } from '@playwright/test';
