import {
  createShare,
  createShareOf,
  enterPassword,
  expectVerified,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  sha256OfDownload,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { expect, test } from '../support/test.js';

test('a share for one download, with a name and a password of the sender, stops after it', async ({
  openBrowser,
}) => {
  const password = 'purple giraffe sings';
  const file = await randomFile(2 * 1024 * 1024);
  const sender = await (await openBrowser()).newPage();
  const recipients = await openBrowser();
  const recipient = await recipientPage(recipients);
  await openDashboard(sender);
  await sender.locator('input[type=file]').first().setInputFiles(file.path);
  await sender.getByText('More options').click();
  await sender.getByLabel('Name (only you see it)').fill('Board pack');
  await sender.getByLabel('Your own password').fill('random.bin');
  await sender.getByLabel('Stop after this many downloads').fill('1');
  await sender.getByRole('button', { name: 'Create Share' }).click();
  await expect(sender.getByText(/Use at least 12 characters/)).toBeVisible();
  await sender.getByLabel('Your own password').fill(password);
  const share = await createShareOf(sender);
  expect(share.password).toBe(password);
  const row = sender.getByRole('listitem').filter({ hasText: 'Board pack' });
  await expect(row.getByText(/0 of 1 download/)).toBeVisible();

  await openShare(recipient, { ...share, password: 'Purple-Giraffe Sings' });
  expect(await receiveVerified(recipient)).toBe(file.sha256);
  await expect(row.getByText(/Stopped: download limit reached/)).toBeVisible({ timeout: 60_000 });

  const late = await recipientPage(recipients);
  await enterPassword(late, share.link, password);
  await expect(late.getByText(/Invalid password or expired link/).first()).toBeVisible();
  await file.remove();
});

test('a changed password ends the running download, refuses the earlier password, and lets the recipient continue', async ({
  openBrowser,
}) => {
  const password = 'purple giraffe sings';
  const file = await randomFile(8 * 1024 * 1024);
  const sender = await (await openBrowser()).newPage();
  const recipients = await openBrowser();
  const recipient = await recipientPage(recipients);
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, 0.5);
  await openShare(recipient, share);
  await recipient.getByRole('button', { name: 'Download File' }).click();
  await expect(recipient.getByText(/[KM]B\/s/)).toBeVisible();
  await recipient.getByRole('button', { name: 'Pause' }).click();
  await liftSpeedLimit(sender);

  await sender.getByRole('button', { name: /^Details of random.bin/ }).click();
  await sender.getByRole('button', { name: 'Change this share' }).click();
  await sender.getByLabel('New password').fill(password);
  await sender.getByRole('button', { name: 'Save changes' }).click();
  await expect(sender.getByText('The share was changed.')).toBeVisible();
  // ADR 22: nothing distinguishes those whom the owner wants to exclude.
  const reason = recipient.getByRole('status').getByText(/^The password of this share was changed/);
  await expect(reason).toBeVisible();

  const excluded = await recipientPage(recipients);
  await enterPassword(excluded, share.link, share.password);
  await expect(excluded.getByText(/Invalid password or expired link/).first()).toBeVisible();
  await recipient.getByRole('button', { name: 'Enter the new password' }).click();
  await recipient.getByLabel('Password', { exact: true }).fill(password);
  await recipient.getByRole('button', { name: 'Access File' }).click();
  // The session continues, and with it its pause.
  const [saved] = await Promise.all([
    recipient.waitForEvent('download'),
    expectVerified(recipient),
    recipient.getByRole('button', { name: 'Resume' }).click(),
  ]);
  expect(await sha256OfDownload(saved)).toBe(file.sha256);
  await file.remove();
});
