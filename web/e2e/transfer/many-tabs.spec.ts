import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { launchPersistentBrowser } from '../support/browsers.js';
import { createShare, openShare, randomFile, receiveVerified, signUp } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const tabs = 5;
const rounds = 4;
/** Long enough a sweep for other tabs to finish during it. */
const unfinishedFiles = 300;

/** Unfinished files of other shares, which every sweep looks at and keeps. */
const fillFolder = (page: Page): Promise<void> =>
  page.evaluate(async (count) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('received-files', { create: true });
    const create = (name: string) => folder.getFileHandle(name, { create: true });
    for (let index = 0; index < count; index++)
      await Promise.all([create(`${String(index)}.data`), create(`${String(index)}.progress`)]);
  }, unfinishedFiles);

const openTabs = async (profile: BrowserContext): Promise<Page[]> => {
  await profile.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  return Promise.all(Array.from({ length: tabs }, () => profile.newPage()));
};

test('many tabs of one profile save the same content at the same time, each its own whole copy', async ({
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const file = await randomFile(6 * 1024 * 1024);
  const sender = await (await openBrowser()).newPage();
  await signUp(sender, stackInfo().url);
  const share = await createShare(sender, file.path);
  const profileDir = await mkdtemp(join(tmpdir(), 'tandem-profile-'));
  const profile = await launchPersistentBrowser(profileDir);
  try {
    const pages = await openTabs(profile);
    for (let round = 1; round <= rounds; round++) {
      for (const page of pages) await openShare(page, share);
      if (round === 1 && pages[0] !== undefined) await fillFolder(pages[0]);
      const digests = await Promise.all(pages.map(receiveVerified));
      expect(digests, `round ${String(round)}`).toEqual(pages.map(() => file.sha256));
    }
  } finally {
    await profile.close();
    await rm(profileDir, { recursive: true, force: true });
    await file.remove();
  }
});
