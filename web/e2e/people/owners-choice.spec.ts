import {
  createShareOf,
  enterPassword,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  signUp,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('a share for one download, with a name and a password of the sender, stops after it', async ({
  openBrowser,
}) => {
  const password = 'purple giraffe sings';
  const file = await randomFile(2 * 1024 * 1024);
  const sender = await (await openBrowser()).newPage();
  const recipients = await openBrowser();
  const recipient = await recipientPage(recipients);
  await signUp(sender, stackInfo().url);
  await sender.locator('input[type=file]').first().setInputFiles(file.path);
  await sender.getByText('More options').click();
  await sender.getByLabel(/^Name of the share/).fill('Board pack');
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
  await expect(row.getByText(/Stopped after its last download/)).toBeVisible({ timeout: 60_000 });

  const late = await recipientPage(recipients);
  await enterPassword(late, share.link, password);
  await expect(late.getByText(/Invalid password or expired link/).first()).toBeVisible();
  await file.remove();
});
