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
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;

test('sender and recipient see each other’s names, and who paused', async ({ openBrowser }) => {
  const file = await randomFile(8 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, 0.5);
  await openShare(recipient, share);
  await expect(recipient.getByText('From Ada Sender')).toBeVisible();
  await recipient.getByRole('button', { name: 'Check the connection' }).click();
  await expect(recipient.getByText(/a direct connection is possible \(round trip/)).toBeVisible();

  const receiving = receiveVerified(recipient);
  await sender.getByRole('button', { name: 'Pause' }).click();
  const live = sender.getByRole('region', { name: 'Sending now' });
  await expect(live.getByText('Grace Recipient')).toBeVisible();
  await expect(live.getByText('grace@example.com')).toBeVisible();
  await expect(live.getByText('As entered by this person')).toBeVisible();
  await expect(
    recipient.getByText('Ada Sender paused. The download continues when they resume.'),
  ).toBeVisible();
  await expect(recipient.getByRole('button', { name: 'Resume' })).toBeHidden();

  await sender.getByRole('button', { name: 'Resume' }).click();
  await recipient.getByRole('button', { name: 'Pause' }).click();
  await expect(live.getByText('Paused by the recipient')).toBeVisible();
  await expect(live.getByRole('button', { name: 'Resume' })).toBeHidden();
  await recipient.getByRole('button', { name: 'Resume' }).click();
  await liftSpeedLimit(sender);
  expect(await receiving).toBe(file.sha256);
  await file.remove();
});

test('a share that asks first sends nothing before the sender allows the recipient', async ({
  openBrowser,
}) => {
  const file = await randomFile(2 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await openDashboard(sender);
  await sender.locator('input[type=file]').first().setInputFiles(file.path);
  await sender.getByLabel('Message to the recipient (optional)').fill('The final cut.');
  await sender.getByLabel('Ask me before each download').check();
  await openShare(recipient, await createShareOf(sender));
  await expect(recipient.getByText('The final cut.')).toBeVisible();

  const receiving = receiveVerified(recipient);
  await expect(recipient.getByText('Waiting for Ada Sender to allow this download.')).toBeVisible();
  const question = 'Grace Recipient (grace@example.com) wants to download this file.';
  await expect(sender.getByText(question)).toBeVisible();
  // It leads to Sending now, which a dialog covers; the dialog has the question itself.
  const decide = sender.getByRole('link', { name: 'Decide' });
  await expect(decide).toBeVisible();
  await sender.getByRole('button', { name: /^Details of / }).click();
  const dialog = sender.getByRole('dialog', { name: /^Share File: / });
  await expect(dialog.getByRole('button', { name: 'Allow' })).toBeVisible();
  await expect(decide).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await sender.getByRole('button', { name: 'Allow' }).click();
  expect(await receiving).toBe(file.sha256);
  await file.remove();
});
