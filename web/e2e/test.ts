import { test as base, type Browser } from '@playwright/test';
import { launchBrowserProcess } from './browsers.js';
import { stackInfo } from './stack.js';

interface Fixtures {
  /**
   * A browser process: each call of one test gives another one, and everything opened in them is closed
   * when the test ends, however it ends. Processes are used again by later tests, which takes a second
   * per browser off each; with `args`, be they none, it is a new one that ends with the test.
   */
  openBrowser: (args?: string[]) => Promise<Browser>;
}

interface WorkerFixtures {
  /** The processes that tests of this worker have left, to be used again. */
  idleBrowsers: Browser[];
}

const closeContexts = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()));
};

/** Playwright's `test` against the stack of this suite: `page.goto('/login')` works. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: ({ browserName: _ }, provide) => provide(stackInfo().url),
  idleBrowsers: [
    async ({ browserName: _ }, provide) => {
      const idle: Browser[] = [];
      await provide(idle);
      await Promise.all(idle.map((browser) => browser.close()));
    },
    { scope: 'worker' },
  ],
  openBrowser: async ({ idleBrowsers }, provide) => {
    const used: Browser[] = [];
    const own: Browser[] = [];
    await provide(async (args) => {
      const idle = args === undefined ? idleBrowsers.pop() : undefined;
      const browser = idle ?? (await launchBrowserProcess({ args: args ?? [] }));
      (args === undefined ? used : own).push(browser);
      return browser;
    });
    await Promise.all([...used.map(closeContexts), ...own.map((browser) => browser.close())]);
    idleBrowsers.push(...used.filter((browser) => browser.isConnected()));
  },
});

export { expect } from '@playwright/test';
