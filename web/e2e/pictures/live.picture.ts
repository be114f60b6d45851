import type { CDPSession, Page } from '@playwright/test';
import {
  closeToast,
  createShare,
  download,
  expectVerified,
  openShare,
  randomFile,
  recipientPage,
  signUp,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { takePictures } from './take.js';

const mebibyte = 1024 * 1024;

/** Throttles the processor so that the transfer lasts long enough for its screenshots. */
const slowDown = async (page: Page, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
};

const only = new RegExp(process.env['ONLY'] ?? '');

test.describe('pictures', () => {
  test.skip(!only.test('live'), 'ONLY names other pictures');

  test('of a transfer, on both sides', async ({ openBrowser }) => {
    test.setTimeout(400_000);
    const { url } = stackInfo();
    const file = await randomFile(160 * mebibyte, 'wedding-raw-footage-4k.mov');
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await signUp(sender, url);
    const share = await createShare(sender, file.path);
    await closeToast(sender);
    await takePictures(sender, 'live-waiting');
    await openShare(recipient, share);
    const slow = await slowDown(sender, 8);
    const saving = download(recipient, 300_000);
    await expect(recipient.getByText(/[KM]B\/s/)).toBeVisible();
    await takePictures(recipient, 'live-receiving');
    await recipient.getByRole('button', { name: 'Pause' }).click();
    await expect(recipient.getByText(/Your progress is saved/)).toBeVisible();
    await takePictures(recipient, 'live-receiver-paused');
    await takePictures(sender, 'live-sender-paused');
    await recipient.getByRole('button', { name: 'Resume' }).click();
    await expect(sender.getByText(/[KM]B\/s/).first()).toBeVisible();
    await takePictures(sender, 'live-sending');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await saving;
    await expectVerified(recipient);
    await takePictures(recipient, 'live-received');
    await takePictures(sender, 'live-completed');
    await file.remove();
  });

  test('of the connection details and speed limits, on both sides', async ({ openBrowser }) => {
    test.setTimeout(400_000);
    const { url } = stackInfo();
    const file = await randomFile(96 * mebibyte, 'wedding-raw-footage-4k.mov');
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await signUp(sender, url);
    const share = await createShare(sender, file.path);
    await closeToast(sender);
    await sender.getByText('Speed limit', { exact: true }).click();
    await sender.getByRole('radio', { name: 'Use at most' }).check();
    await openShare(recipient, share);
    await expect(recipient.getByText('Before you download')).toBeVisible();
    await takePictures(recipient, 'live-before-download');
    const saving = download(recipient, 300_000);
    await recipient.getByText('Connection details').click();
    await sender.getByLabel(/^Connection details of/).click();
    // Several points of the curve, and the first report of the sender.
    await expect(recipient.getByText('The sender’s speed limit')).toBeVisible();
    await expect(recipient.getByText(/^1[0-9]\.[0-9]%$/)).toBeVisible();
    await takePictures(recipient, 'live-details-recipient');
    await takePictures(sender, 'live-details-sender');
    await sender.getByRole('radio', { name: 'No limit' }).check();
    await saving;
    await expectVerified(recipient);
    await file.remove();
  });

  test('of a transfer from the share page', async ({ openBrowser }) => {
    test.setTimeout(400_000);
    const { url } = stackInfo();
    const file = await randomFile(96 * mebibyte, 'wedding-raw-footage-4k.mov');
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await signUp(sender, url);
    const share = await createShare(sender, file.path);
    await sender.goto(share.link);
    await sender.locator('input[aria-label="Select File"]').setInputFiles(file.path);
    await expect(sender.getByText(/Waiting for the recipient/)).toBeVisible();
    await takePictures(sender, 'live-owner-waiting');
    await openShare(recipient, share);
    const slow = await slowDown(sender, 8);
    const saving = download(recipient, 300_000);
    await expect(sender.getByText('Sending file…')).toBeVisible();
    await takePictures(sender, 'live-owner-sending');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await saving;
    await expect(sender.getByRole('button', { name: 'Reset Connection' })).toBeVisible();
    await takePictures(sender, 'live-owner-completed');
    await file.remove();
  });
});
