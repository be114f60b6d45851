import type { Page } from '@playwright/test';
import { emailLinkOf } from '../support/accounts.js';
import {
  closeToast,
  createShare,
  enterPassword,
  openDashboard,
  recipientPage,
  signIn,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const forgot = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
};

const answer = /^If there is an account with this email address/;

test('a forgotten password is reset by a link, which ends all sessions', async ({
  page,
  browser,
}) => {
  const { url } = stackInfo();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const account = await openDashboard(other);

  await forgot(page, 'never-seen@example.com');
  await expect(page.getByRole('status')).toHaveText(answer);
  await forgot(page, account.email);
  await expect(page.getByRole('status')).toHaveText(answer);

  await page.goto(await emailLinkOf(account.email, 'PASSWORD_RESET'));
  await expect(page.getByText(`For ${account.email}.`)).toBeVisible();
  expect(page.url()).toBe(`${url}/login`);
  const save = async (password: string): Promise<void> => {
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save Password' }).click();
  };
  await save('password1');
  const field = page.getByLabel('New Password', { exact: true });
  await expect(field).toHaveAccessibleDescription(/^This password is too common/);
  await expect(field).toBeFocused();
  await save('battery staple');
  await expect(page.getByRole('status')).toContainText('Your password was changed.');

  await expect
    .poll(async () => (await elsewhere.request.get(`${url}/api/user`)).status(), {
      timeout: 12_000,
    })
    .toBe(401);
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await signIn(page, account);
  const form = page.getByRole('tabpanel');
  await expect(form.getByText('Incorrect password. Please try again.')).toBeVisible();
  await closeToast(page);
  await signIn(page, { ...account, password: 'battery staple' });
  await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  await elsewhere.close();
});

test('the settings verify the email address and change the password', async ({ page }) => {
  const { url } = stackInfo();
  const account = await openDashboard(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText('Verification email sent')).toBeVisible();
  await page.goto(await emailLinkOf(account.email, 'VERIFY_EMAIL'));
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText('Email verified')).toBeVisible();

  await page.getByLabel('Current Password').fill(account.password);
  await page.getByLabel('New Password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm New Password').fill('battery staple');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password Changed')).toBeVisible();
  expect((await page.request.get(`${url}/api/user`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged Out', { exact: true })).toBeVisible();
  await page.goto('/login');
  await signIn(page, { ...account, password: 'battery staple' });
  await expect(page.getByText('Share File via WebRTC')).toBeVisible();
});

test('a changed display name is on the page, in the account and on the next share', async ({
  page,
  browser,
}) => {
  await openDashboard(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Display Name').fill('Ada King');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name Changed')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada King' })).toBeVisible();
  const buffer = Buffer.from('for Grace');
  const share = await createShare(page, { name: 'notes.txt', mimeType: 'text/plain', buffer });
  const recipient = await recipientPage(browser);
  await enterPassword(recipient, share.link, share.password);
  await expect(recipient.getByText('From Ada King')).toBeVisible();

  // The owner needs no password for the own share.
  await page.goto(share.link);
  await expect(page.getByRole('heading', { name: 'Send this file' })).toBeVisible();
  await recipient.context().close();
});
