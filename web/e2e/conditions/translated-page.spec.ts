import type { Page } from '@playwright/test';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';
import { translatePage } from '../support/translator.js';

const mebibyte = 1024 * 1024;

/** Texts on the page that a translator changes. */
const translations = (page: Page) => page.locator('font > font');

test('a transfer between two translated pages shows what happens, and arrives', async ({
  openBrowser,
}) => {
  const file = await randomFile(8 * mebibyte, 'Invoice March.bin');
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await translatePage(sender);
  await translatePage(recipient);
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, 0.5);
  await openShare(recipient, share);
  await expect(translations(recipient).getByText('Ready to download')).toBeVisible();

  const receiving = receiveVerified(recipient);
  await sender.getByRole('button', { name: 'Pause' }).click();
  const live = sender.getByRole('region', { name: 'Sending now' });
  await expect(live.getByText('Grace Recipient')).toBeVisible();
  await expect(live.getByText('grace@example.com')).toBeVisible();
  await expect(recipient.getByText('Ada Sender paused.', { exact: false })).toBeVisible();

  await test.step('names of files are not translated', async () => {
    for (const page of [sender, recipient]) {
      await expect(page.getByText('Invoice March.bin').first()).toBeVisible();
      await expect(translations(page).getByText('Invoice March.bin')).toHaveCount(0);
    }
  });

  await sender.getByRole('button', { name: 'Resume' }).click();
  await recipient.getByRole('button', { name: 'Pause' }).click();
  await expect(live.getByText('Paused by the recipient')).toBeVisible();
  await recipient.getByRole('button', { name: 'Resume' }).click();
  await liftSpeedLimit(sender);
  expect(await receiving).toBe(file.sha256);
  await file.remove();
});

test('a recipient on a translated page can ask for a notification and cancel the request', async ({
  openBrowser,
}) => {
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await translatePage(recipient);
  await openDashboard(sender);
  const share = await createShare(sender, {
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  });
  await openShare(recipient, share);
  await sender.context().close();
  await recipient.getByRole('button', { name: 'Download File' }).click();
  const ask = recipient.getByRole('button', { name: 'Tell me when they are online' });
  await ask.click();
  await recipient.getByRole('button', { name: 'Don’t tell me' }).click();
  await expect(ask).toBeVisible();
});
