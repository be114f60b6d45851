import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from './browsers.js';

/** A page in a browser that hides it when another tab is shown, as people's browsers do. */
export interface Tab {
  page: Page;
  /** Shows another tab. */
  hide(): Promise<void>;
  /** Closes the browser. */
  close(): Promise<void>;
}

/**
 * Starts Chromium without Playwright's flags and focus emulation, with which every page counts as visible and runs its
 * timers on time. Every tab needs its own browser.
 */
export const openTab = async (): Promise<Tab> => {
  const profile = await mkdtemp(join(tmpdir(), 'tandem-tab-'));
  const { executablePath = '', args = [], env } = chromiumOptions('chromium');
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env },
  );
  const exited = once(child, 'exit');
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error('Chromium has not started');
  child.stderr.resume();
  const browser = await chromium.connectOverCDP(address, { noDefaults: true, isLocal: true });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no context');
  const page = context.pages()[0] ?? (await context.newPage());
  // Files go to private storage: Playwright cannot operate the save dialog.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  return {
    page,
    async hide() {
      const other = await context.newPage();
      await other.bringToFront();
    },
    async close() {
      await browser.close();
      child.kill('SIGKILL');
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** Resolves when the browser slows this page's timers down to one a second: Chromium ten seconds after it was hidden. */
export const untilSlowed = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isSlow = (): Promise<boolean> => {
      const startMs = performance.now();
      return new Promise((resolve) =>
        setTimeout(() => resolve(performance.now() - startMs > 900), 300),
      );
    };
    while (!(await isSlow()));
  });
