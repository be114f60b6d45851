import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { chromiumOptions, launchBrowserProcess, type Program } from './browsers.js';
import { stackInfo } from './stack.js';

interface Fixtures {
  /**
   * Returns a browser process without contexts, a different one for each call of a test. Without arguments it reuses one
   * of an earlier test. It is closed with the test worker, or when a test fails.
   */
  openBrowser: (args?: string[]) => Promise<Browser>;
}

const isLong = Boolean(process.env['LONG_RUN']);

export interface Options {
  /**
   * Set it to `chromium` for what belongs to the whole browser. Default: the headless shell, with `LONG_RUN` the whole
   * browser.
   */
  program: Program;
}

interface WorkerFixtures extends Options {
  /** Browsers of this test worker that wait for the next test. Starting one takes as long as loading a page. */
  idleBrowsers: Browser[];
}

/** Lines kept of one test. */
const maxWarnings = 200;

/** Collects what the pages warn of: browsers that a test starts itself have no trace. Returns what ends it. */
const collectWarnings = (browser: Browser, name: string, warnings: string[]): (() => void) => {
  const watch = (context: BrowserContext) => {
    context.on('console', (message) => {
      const isWarning = message.type() === 'warning' || message.type() === 'error';
      if (!isWarning || warnings.length >= maxWarnings) return;
      warnings.push(`${new Date().toISOString()} ${name}: ${message.text()}`);
    });
  };
  browser.on('context', watch);
  return () => void browser.off('context', watch);
};

const empty = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()));
};

/** Playwright's `test` against the stack of this suite: `page.goto('/login')` works. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: ({ browserName: _ }, provide) => provide(stackInfo().url),
  program: [isLong ? 'chromium' : 'headless shell', { scope: 'worker', option: true }],
  launchOptions: [({ program }, provide) => provide(chromiumOptions(program)), { scope: 'worker' }],
  idleBrowsers: [
    async ({ browserName: _ }, provide) => {
      const idle: Browser[] = [];
      await provide(idle);
      await Promise.all(idle.map((browser) => browser.close()));
    },
    { scope: 'worker' },
  ],
  openBrowser: async ({ idleBrowsers, program }, provide, info) => {
    const opened: { browser: Browser; isReusable: boolean; stopWatching: () => void }[] = [];
    const warnings: string[] = [];
    await provide(async (args = []) => {
      const isReusable = args.length === 0;
      const browser =
        (isReusable ? idleBrowsers.pop() : undefined) ??
        (await launchBrowserProcess({ args }, program));
      const name = `browser ${opened.length + 1}`;
      opened.push({ browser, isReusable, stopWatching: collectWarnings(browser, name, warnings) });
      return browser;
    });
    const hasPassed = info.status === info.expectedStatus;
    for (const { browser, isReusable, stopWatching } of opened) {
      stopWatching();
      if (hasPassed && isReusable && browser.isConnected()) {
        await empty(browser);
        idleBrowsers.push(browser);
      } else await browser.close();
    }
    if (!hasPassed && warnings.length > 0)
      await info.attach('warnings', { body: warnings.join('\n'), contentType: 'text/plain' });
  },
});

export { expect } from '@playwright/test';
