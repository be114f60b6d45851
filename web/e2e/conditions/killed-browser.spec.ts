import type { Page } from '@playwright/test';
import { answerOpenDialog } from '../support/disk.js';
import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import {
  createShare,
  createShareOf,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from './profile.js';

const filename = 'picked.bin';
const mebibyte = 1024 * 1024;
/** At the limit four seconds remain after a window and a block. */
const fileBytes = 36 * mebibyte;
const megabytesPerSecond = 4;
/** Bytes a receiver may have accepted but not written: the most that is sent again. */
const windowBytes = 16 * mebibyte;
const midwayBytes = windowBytes + 4 * mebibyte;

test('a recipient whose browser is killed continues after its restart', async ({
  openBrowser,
  profile,
}) => {
  const file = await randomFile(fileBytes);
  const sender = await (await openBrowser()).newPage();
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, megabytesPerSecond);
  const before = await profile.start();
  await openShare(before, share);
  await before.getByRole('button', { name: 'Download File' }).click();
  await whenReceivedBeyond(before, midwayBytes);
  await profile.kill();

  const after = await profile.start();
  await openShare(after, share);
  await expect(after.getByText(/ of 36\.00 MB already downloaded\. /)).toBeVisible();
  await liftSpeedLimit(sender);
  expect(await receiveVerified(after)).toBe(file.sha256);
  // Everything that was stored before the kill arrives only once.
  expect((await observe(after)).receivedBytes).toBeLessThanOrEqual(fileBytes - 4 * mebibyte);
  await file.remove();
});

/** Opens the dashboard, where one click sends the file again. */
const resume = async (sender: Page): Promise<void> => {
  await sender.goto(stackInfo().url);
  const goOn = sender.getByRole('button', { name: `Resume sending: ${filename}` });
  await goOn.click();
  await expect(goOn).toBeHidden();
};

test('a sender whose browser is killed resumes with one click, and the recipient’s open page finishes', async ({
  openBrowser,
  profile,
}) => {
  const first = await profile.start();
  const digest = await answerOpenDialog(first, { name: filename, bytes: fileBytes });
  await openDashboard(first);
  await first.locator('button', { hasText: 'Select File' }).click();
  const share = await createShareOf(first);
  // Chromium writes cookies to the disk when it ends, otherwise every 30 seconds.
  await profile.close();
  const second = await profile.start();
  await resume(second);
  await limitSpeed(second, megabytesPerSecond);
  const recipient = await recipientPage(await openBrowser());
  await instrument(recipient);
  await openShare(recipient, share);
  const receiving = receiveVerified(recipient);
  await whenReceivedBeyond(recipient, midwayBytes);
  await profile.kill();

  await resume(await profile.start());
  expect(await receiving).toBe(digest);
  expect((await observe(recipient)).receivedBytes).toBeLessThanOrEqual(fileBytes + windowBytes);
});
