import type { Page } from '@playwright/test';
import { answerOpenDialog } from '../support/disk.js';
import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import { openShare, receiveVerified, recipientPage, openDashboard } from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';

const filename = 'picked.bin';
const mebibyte = 1024 * 1024;
/** At the limit four seconds remain after a window and a block. */
const fileBytes = 36 * mebibyte;
const megabytesPerSecond = 4;
/** Bytes a receiver may have accepted but not written: the most that a reload sends again. */
const windowBytes = 16 * mebibyte;

const rememberedFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tandem-files');
        opening.onerror = () => reject(new Error('cannot open'));
        opening.onsuccess = () => {
          const database = opening.result;
          const counting = database.transaction('files').objectStore('files').count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('one click resumes a transfer after the sender has reloaded in the middle of it', async ({
  openBrowser,
}) => {
  const sender = await (await openBrowser()).newPage();
  sender.on('dialog', (dialog) => void dialog.accept()); // "leave this page?"
  const digest = await answerOpenDialog(sender, { name: filename, bytes: fileBytes });
  await openDashboard(sender);
  await sender.locator('button', { hasText: 'Select File' }).click();
  await sender.getByRole('button', { name: 'Create Share' }).click();
  const modal = sender.getByRole('dialog', { name: /^Share File: / });
  const link = await modal.getByLabel('Shareable link').inputValue();
  const password = await modal.getByLabel('Password', { exact: true }).inputValue();
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await limitSpeed(sender, megabytesPerSecond);

  const recipient = await recipientPage(await openBrowser());
  await instrument(recipient);
  await openShare(recipient, { link, password, shareId: '' });
  const receiving = receiveVerified(recipient);
  await whenReceivedBeyond(recipient, windowBytes + 4 * mebibyte);

  await sender.reload();
  const goOn = sender.getByRole('button', { name: `Resume sending: ${filename}` });
  await goOn.click();
  await expect(goOn).toBeHidden();
  await liftSpeedLimit(sender);
  expect(await receiving).toBe(digest);
  // A restart from the beginning would send more than a window twice.
  expect((await observe(recipient)).receivedBytes).toBeLessThanOrEqual(fileBytes + windowBytes);

  expect(await rememberedFiles(sender)).toBe(1);
  await sender.getByRole('button', { name: 'Logout' }).click();
  await expect(sender.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expect.poll(() => rememberedFiles(sender)).toBe(0);
});
