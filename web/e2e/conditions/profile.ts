import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { launchPersistentBrowser, type Program } from '../support/browsers.js';
import { instrument } from '../support/instruments.js';
import { kill } from '../support/suspend.js';
import { test as base } from '../support/test.js';

/** A browser whose profile outlives its processes. */
interface Profile {
  /** Starts the browser; resolves with a page. */
  start(): Promise<Page>;
  /** Ends the browser as its user does. */
  close(): Promise<void>;
  kill(): Promise<void>;
}

const createProfile = (folder: string, program: Program): Profile => {
  let context: BrowserContext | null = null;
  const close = async (): Promise<void> => {
    await context?.close();
    context = null;
  };
  return {
    start: async () => {
      context = await launchPersistentBrowser(folder, program);
      // Files become downloads: Playwright cannot operate the native dialog.
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      const page = await context.newPage();
      await instrument(page);
      return page;
    },
    close,
    kill: async () => {
      const browser = context?.browser() ?? null;
      if (browser === null) throw new Error('not started');
      await kill(browser);
      context = null;
    },
  };
};

/** `profile`: of a browser that a test starts, kills and starts again. */
export const test = base.extend<{ profile: Profile }>({
  profile: async ({ program }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-profile-'));
    const profile = createProfile(folder, program);
    await provide(profile);
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';
