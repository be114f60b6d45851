import {
  createShare,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  signUp,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;

test('sender and recipient see each other’s names, and who paused', async ({ openBrowser }) => {
  const file = await randomFile(128 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await signUp(sender, stackInfo().url);
  const share = await createShare(sender, file.path);
  await openShare(recipient, share);
  await expect(recipient.getByText('From Ada Sender')).toBeVisible();

  const receiving = receiveVerified(recipient);
  await sender.getByRole('button', { name: 'Pause' }).click();
  const live = sender.getByRole('region', { name: 'Sending now' });
  await expect(live.getByText('Grace Recipient')).toBeVisible();
  await expect(live.getByText('grace@example.com')).toBeVisible();
  await expect(
    recipient.getByText('Ada Sender paused. The download continues when they resume.'),
  ).toBeVisible();
  await expect(recipient.getByRole('button', { name: 'Resume' })).toBeHidden();

  await sender.getByRole('button', { name: 'Resume' }).click();
  await recipient.getByRole('button', { name: 'Pause' }).click();
  await expect(live.getByText('Paused by the recipient')).toBeVisible();
  await expect(live.getByRole('button', { name: 'Resume' })).toBeHidden();
  await recipient.getByRole('button', { name: 'Resume' }).click();
  expect(await receiving).toBe(file.sha256);
  await file.remove();
});
