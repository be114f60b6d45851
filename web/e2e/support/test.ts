import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { launchBrowserProcess } from './browsers.js';
import { stackInfo } from './stack.js';

interface Fixtures {
  /** Starts a browser process, which is closed when the test ends or fails. */
  openBrowser: (args?: string[]) => Promise<Browser>;
}

/** Lines kept of one test. */
const maxWarnings = 200;

/** Collects what the pages warn of: browsers that a test starts itself have no trace. */
const collectWarnings = (browser: Browser, name: string, warnings: string[]): void => {
  browser.on('context', (context: BrowserContext) => {
    context.on('console', (message) => {
      const isWarning = message.type() === 'warning' || message.type() === 'error';
      if (!isWarning || warnings.length >= maxWarnings) return;
      warnings.push(`${new Date().toISOString()} ${name}: ${message.text()}`);
    });
  });
};

/** Playwright's `test` against the stack of this suite: `page.goto('/login')` works. */
export const test = base.extend<Fixtures>({
  baseURL: ({ browserName: _ }, provide) => provide(stackInfo().url),
  openBrowser: async ({ browserName: _ }, provide, info) => {
    const opened: Browser[] = [];
    const warnings: string[] = [];
    await provide(async (args = []) => {
      const browser = await launchBrowserProcess({ args });
      opened.push(browser);
      collectWarnings(browser, `browser ${opened.length}`, warnings);
      return browser;
    });
    await Promise.all(opened.map((browser) => browser.close()));
    if (info.status !== info.expectedStatus && warnings.length > 0)
      await info.attach('warnings', { body: warnings.join('\n'), contentType: 'text/plain' });
  },
});

export { expect } from '@playwright/test';
