import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  answerSaveDialog,
  emptyDisk,
  fillDisk,
  namesOnDisk,
  sha256OnDisk,
} from '../support/disk.js';
import { instrument, observe } from '../support/instruments.js';
import {
  chooseAgain,
  createShare,
  expectVerified,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  sha256OfDownload,
  openDashboard,
  type ShareHandle,
  sendFromHere,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;
/** After the middle, four seconds remain at the limit. */
const fileBytes = 36 * mebibyte;
const megabytesPerSecond = 4;
const windowBytes = 16 * mebibyte;

/** Resolves in the middle of the transfer, more than one window from its start. */
const whenMidway = (recipient: Page): Promise<void> =>
  expect
    .poll(async () => (await observe(recipient)).receivedBytes, {
      intervals: [50],
      timeout: 60_000,
    })
    .toBeGreaterThan(20 * mebibyte);

/** Opens the share, starts the download, reloads the tab in the middle and opens the share again. */
const reloadMidway = async (recipient: Page, share: ShareHandle): Promise<void> => {
  await openShare(recipient, share);
  await recipient.getByRole('button', { name: 'Download File' }).click();
  await whenMidway(recipient);
  recipient.on('dialog', (dialog) => void dialog.accept());
  await recipient.reload();
  await openShare(recipient, share);
};

test.describe('a reload in the middle of a transfer', () => {
  test('of the recipient: resumes from its disk; at most one window is sent again', async ({
    openBrowser,
  }) => {
    const file = await randomFile(fileBytes);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await Promise.all([instrument(sender), instrument(recipient)]);
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await limitSpeed(sender, megabytesPerSecond);
    await reloadMidway(recipient, share);
    await liftSpeedLimit(sender);
    await expect(recipient.getByText(/ of 36\.00 MB already downloaded\. /)).toBeVisible();
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    const { sentBytes } = await observe(sender);
    expect(sentBytes).toBeLessThanOrEqual(fileBytes + windowBytes);
    await file.remove();
  });

  test('of a recipient with a file from the save dialog: resumes; a full disk loses no byte', async ({
    openBrowser,
  }) => {
    const file = await randomFile(fileBytes);
    const sender = await (await openBrowser()).newPage();
    const recipient = await (await openBrowser()).newPage();
    await Promise.all([instrument(sender), instrument(recipient), answerSaveDialog(recipient)]);
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await limitSpeed(sender, megabytesPerSecond);
    await reloadMidway(recipient, share);
    await liftSpeedLimit(sender);
    await fillDisk(recipient);
    await recipient.getByRole('button', { name: 'Download File' }).click();
    const full = recipient.getByRole('status').getByText(/The whole file has arrived, but/);
    await expect(full).toBeVisible({ timeout: 60_000 });
    await emptyDisk(recipient);
    await recipient.getByRole('button', { name: 'Try Again' }).click();
    await expectVerified(recipient);
    expect(await sha256OnDisk(recipient)).toBe(file.sha256);
    expect((await observe(sender)).sentBytes).toBeLessThanOrEqual(fileBytes + windowBytes);
    expect(await namesOnDisk(recipient)).toEqual([]);
    await file.remove();
  });

  test('is not needed for a file that storage turns out not to take: Try Again streams it', async ({
    openBrowser,
  }) => {
    const file = await randomFile(fileBytes);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await Promise.all([instrument(sender), instrument(recipient)]);
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await limitSpeed(sender, megabytesPerSecond);
    await openShare(recipient, share);
    await recipient.getByRole('button', { name: 'Download File' }).click();
    await whenMidway(recipient);
    const session = await recipient.context().newCDPSession(recipient);
    const { origin } = new URL(recipient.url());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    const full = recipient.getByRole('status').getByText(/not enough free space/);
    await expect(full).toBeVisible({ timeout: 60_000 });
    expect(await namesOnDisk(recipient)).toEqual([]);
    await liftSpeedLimit(sender);
    const [saved] = await Promise.all([
      recipient.waitForEvent('download'),
      recipient.getByRole('button', { name: 'Try Again' }).click(),
    ]);
    await expectVerified(recipient);
    expect(await sha256OfDownload(saved)).toBe(file.sha256);
    await file.remove();
  });

  test('of the sender: rejects another file and resumes with the same file', async ({
    openBrowser,
  }) => {
    const file = await randomFile(fileBytes);
    const other = join(dirname(file.path), 'other.bin');
    await writeFile(other, randomBytes(1_000));
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await Promise.all([instrument(sender), instrument(recipient)]);
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await limitSpeed(sender, megabytesPerSecond);
    await openShare(recipient, share);
    const receiving = receiveVerified(recipient);
    await whenMidway(recipient);
    sender.on('dialog', (dialog) => void dialog.accept());
    await sender.reload();
    await chooseAgain(sender, 'random.bin', other);
    await expect(sender.getByText('Not the same file')).toBeVisible();
    await expect(
      sender.getByText('You chose “other.bin”, but this share was made for “random.bin”.'),
    ).toBeVisible();
    await chooseAgain(sender, 'random.bin', file.path);
    await sendFromHere(sender);
    await liftSpeedLimit(sender);
    expect(await receiving).toBe(file.sha256);
    expect((await observe(recipient)).receivedBytes).toBeLessThanOrEqual(fileBytes + windowBytes);
    await file.remove();
  });
});
