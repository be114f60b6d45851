import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchPersistentBrowser } from '../support/browsers.js';
import {
  createShare,
  openShare,
  pressWhenShown,
  randomFile,
  receiveVerified,
  openDashboard,
} from '../support/people.js';
import { limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';

const tabs = 4;
/** Two seconds at the limit, so that the page shows Pause before the file has arrived. */
const fileBytes = 8 * 1024 * 1024;
const megabytesPerSecond = 4;

interface Held {
  /** Resolves when the tab has listed the folder and checks the first name. */
  isSweeping: boolean;
  goOn: () => void;
}

declare global {
  interface Window {
    sweep: Held;
  }
}

/** Blocks the tab's clean-up between listing the folder and the first removal. */
const holdSweep = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const files = FileSystemFileHandle.prototype;
    const getFile = Reflect.get(files, 'getFile');
    const held = new Promise<void>((resolve) => {
      window.sweep = { isSweeping: false, goOn: resolve };
    });
    files.getFile = async function () {
      window.sweep.isSweeping = true;
      await held;
      return Reflect.apply(getFile, this, []);
    };
  });

/** Complete copies in the private file system. */
const wholeCopies = (page: Page): Promise<number> =>
  page.evaluate(async (bytes) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files');
    const handles = folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> };
    let whole = 0;
    for await (const handle of handles.values())
      if (handle.name.endsWith('.data') && (await handle.getFile()).size === bytes) whole += 1;
    return whole;
  }, fileBytes);

const isPaused = (page: Page): Promise<void> =>
  expect(page.locator('[data-state=paused]')).toBeVisible({ timeout: 60_000 });

/** Each tab finishes while the clean-up of the next one works on an older listing. */
const receiveInTurn = async (pages: readonly Page[]): Promise<string[]> => {
  const digests: Promise<string>[] = [];
  for (const [index, page] of pages.entries()) {
    await holdSweep(page);
    await pressWhenShown(page, 'Pause');
    digests.push(receiveVerified(page));
    await expect.poll(() => page.evaluate(() => window.sweep.isSweeping)).toBe(true);
    await pages[index - 1]?.getByRole('button', { name: 'Resume' }).click();
    await digests[index - 1];
    await page.evaluate(() => window.sweep.goOn());
    await isPaused(page);
  }
  await pages.at(-1)?.getByRole('button', { name: 'Resume' }).click();
  return Promise.all(digests);
};

test('a tab’s clean-up keeps a file that another tab of the profile has just saved', async ({
  openBrowser,
  program,
}) => {
  test.setTimeout(300_000);
  const file = await randomFile(fileBytes);
  const sender = await (await openBrowser()).newPage();
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, megabytesPerSecond);
  const profileDir = await mkdtemp(join(tmpdir(), 'tandem-profile-'));
  const profile = await launchPersistentBrowser(profileDir, program);
  try {
    await profile.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const first = await profile.newPage();
    await openShare(first, share);
    expect(await receiveVerified(first)).toBe(file.sha256);
    // The first copy has the name of the file, the others get a suffix.
    const others: Page[] = [];
    for (let tab = 2; tab <= tabs; tab++) {
      const page = await profile.newPage();
      await openShare(page, share);
      others.push(page);
    }
    expect(await receiveInTurn(others)).toEqual(others.map(() => file.sha256));
    expect(await wholeCopies(first)).toBe(tabs);
  } finally {
    await profile.close();
    await rm(profileDir, { recursive: true, force: true });
    await file.remove();
  }
});
