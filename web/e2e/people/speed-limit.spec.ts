import type { Page } from '@playwright/test';
import { findings, overflow } from '../screens/findings.js';
import { settled, themes } from '../screens/settled.js';
import { instrument } from '../support/instruments.js';
import {
  createShare,
  expectVerified,
  openDashboard,
  openShare,
  randomFile,
  recipientPage,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;

/** What may arrive at once after a page of a busy machine stood still. */
const underWayBytes = 2 * mebibyte;

/** Seconds in which the next bytes arrive. */
const secondsFor = (page: Page, bytes: number): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const startedMs = performance.now();
        const from = window.observed.receivedBytes;
        const check = setInterval(() => {
          if (window.observed.receivedBytes - from < wanted) return;
          clearInterval(check);
          resolve((performance.now() - startedMs) / 1000);
        }, 50);
      }),
    bytes,
  );

/** The limit alone; that it is used fully is asserted in virtual time (`rate-limit.test.ts`). */
const expectAtMost = async (page: Page, bytes: number, limit: number): Promise<void> => {
  expect(await secondsFor(page, bytes)).toBeGreaterThan((bytes - underWayBytes) / limit);
};

/** Both themes on the narrowest screen. */
const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await findings(page, `${name} (${colorScheme})`)).toEqual([]);
    expect(await overflow(page, `${name} (${colorScheme})`)).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
};

test('a speed limit of the sender, then one of the recipient, is kept while the file is transferred, and shown on both sides', async ({
  openBrowser,
}) => {
  const file = await randomFile(32 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await instrument(recipient);
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, 2);
  await openShare(recipient, share);

  const saved = recipient.waitForEvent('download', { timeout: 120_000 });
  await recipient.getByRole('button', { name: 'Download File' }).click();
  await recipient.getByText('Connection details').press('Enter');
  await expect(recipient.getByText('Receiving file…')).toBeVisible();
  await Promise.all([
    expectAtMost(recipient, 6 * mebibyte, 2 * mebibyte),
    expect(recipient.getByText('The sender’s speed limit')).toBeVisible(),
    expect(recipient.getByText('2.00 MB/s').first()).toBeVisible(),
  ]);

  await recipient.getByRole('radio', { name: 'Use at most' }).check();
  await expect(recipient.getByText('Your speed limit')).toBeVisible();
  await expectAtMost(recipient, 5 * mebibyte, mebibyte);
  // With the keyboard.
  await sender.getByLabel(/^Connection details of/).press('Enter');
  await expect(sender.getByText('The recipient’s speed limit')).toBeVisible();

  // The file must not arrive meanwhile.
  await limitSpeed(recipient, 0.1);
  await expectAccessible(recipient, 'the recipient’s connection details');
  await expectAccessible(sender, 'the sender’s connection details');

  for (const page of [sender, recipient]) await liftSpeedLimit(page);
  await Promise.all([saved, expectVerified(recipient)]);
  await file.remove();
});
