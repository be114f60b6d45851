import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  createShare,
  openDashboard,
  openShare,
  receiveVerified,
  sha256OfFile,
} from '../support/people.js';
import { expect, test } from './profile.js';

const mebibyte = 1024 * 1024;
const windowBytes = 16 * mebibyte;
const limit32 = 2 ** 32;
/** What is left after the kill takes some seconds. */
const fileBytes = limit32 + 256 * mebibyte + 321;
const markBytes = 8 * mebibyte;
const longMs = 1_200_000;

/** Random bytes where an offset of 32 bits would begin again, and where it would lead; zeros, as a hole, elsewhere. */
const sparseFile = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-e2e-'));
  const path = join(folder, 'large.bin');
  const file = await open(path, 'w');
  for (const at of [0, limit32 / 2, limit32 - markBytes / 2, fileBytes - markBytes])
    await file.write(randomBytes(markBytes), 0, markBytes, at);
  await file.close();
  return { path, remove: () => rm(folder, { recursive: true }) };
};

const whenReceived = async (page: Page, bytes: number): Promise<void> => {
  await page.waitForFunction((count) => window.observed.receivedBytes > count, bytes, {
    polling: 100,
    timeout: longMs,
  });
};

test.skip(!process.env['LONG_RUN'], 'A file of 4.25 GB: run it with LONG_RUN=true.');

test('a file of more than 4 GiB arrives over a reload, and a kill beyond this offset', async ({
  openBrowser,
  profile,
}) => {
  test.setTimeout(2 * longMs);
  const file = await sparseFile();
  const sender = await (await openBrowser()).newPage();
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  const before = await profile.start();
  before.on('dialog', (dialog) => void dialog.accept()); // "leave this page?"
  await openShare(before, share);
  await before.getByRole('button', { name: 'Download File' }).click();
  await whenReceived(before, fileBytes * 0.6);

  await before.reload();
  await openShare(before, share);
  await expect(before.getByText(/ of 4\.25 GB already downloaded\. /)).toBeVisible();
  await before.getByRole('button', { name: 'Download File' }).click();
  await whenReceived(before, limit32 + 3 * windowBytes - fileBytes * 0.6);
  await profile.kill();

  const after = await profile.start();
  await openShare(after, share);
  await expect(after.getByText(/ of 4\.25 GB already downloaded\. /)).toBeVisible();
  expect(await receiveVerified(after)).toBe(await sha256OfFile(file.path));
  expect(await after.evaluate(() => window.observed.receivedBytes)).toBeLessThanOrEqual(
    fileBytes - limit32,
  );
  await file.remove();
});
