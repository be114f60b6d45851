import type { Page } from '@playwright/test';
import { disableAccount } from '../support/accounts.js';
import { closeToast, newAccount, signIn, type Account } from '../support/people.js';
import { expect, test } from '../support/test.js';

/** Waits for a toast with this text, then closes it. */
const expectToast = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(text);
  await closeToast(page);
};

/** The emulator accepts addresses that Firebase rejects; this rejects one call. */
const refuseOnce = (page: Page, call: string): Promise<unknown> =>
  page.route(
    (url) => url.pathname.endsWith(call),
    (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({
            status: 400,
            headers: { 'access-control-allow-origin': '*' },
            json: { error: { code: 400, message: 'INVALID_EMAIL' } },
          }),
    { times: 1 },
  );

const fillSignUp = async (page: Page, account: Account, confirm: string): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirm);
  await page.getByRole('button', { name: 'Create Account' }).click();
};

test('an account: each rejection of sign-up and sign-in has its message; sign-up, logout and sign-in succeed [5.15, 5.19, 5.20, 5.22]', async ({
  page,
}) => {
  const account = newAccount();
  const { password } = account;

  await test.step('sign-up shows the errors of form and provider', async () => {
    await page.goto(`/login?tab=signup&email=${account.email}&name=Ada%20Sender`);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
    await expect(page.getByLabel('Display Name (optional)')).toHaveValue('Ada Sender');
    await fillSignUp(page, account, 'another one');
    await expectToast(page, 'Passwords do not match. Please try again.');
    await fillSignUp(page, { ...account, password: 'short' }, 'short');
    await expectToast(page, 'Password must be at least 6 characters long.');
    await refuseOnce(page, 'accounts:signUp');
    await fillSignUp(page, { ...account, email: 'nobody@nowhere' }, password);
    await expectToast(page, 'Please enter a valid email address.');
  });

  await test.step('sign-up succeeds and the dashboard shows the display name', async () => {
    await fillSignUp(page, account, password);
    await expect(page.getByText('Account Created!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Sender' })).toBeVisible();
    await page.goto('/login');
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  });

  await test.step('logout leads to the landing page', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Logged Out');
    await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  });

  await test.step('an email address can have one account only', async () => {
    await page.goto('/login?tab=signup');
    await fillSignUp(page, account, password);
    await expectToast(page, 'An account with this email already exists. Try signing in instead.');
  });

  await test.step('sign-in rejects unknown accounts, wrong passwords and malformed addresses', async () => {
    await page.goto('/login');
    const submit = page.getByRole('button', { name: 'Sign In', exact: true });
    await expect(submit).toBeDisabled();
    await signIn(page, { email: 'never-seen@example.com', password });
    await expectToast(page, 'No account found with this email address.');
    await signIn(page, { email: account.email, password: 'not the password' });
    await expectToast(page, 'Incorrect password. Please try again.');
    await refuseOnce(page, 'accounts:signInWithPassword');
    await signIn(page, { email: 'nobody@nowhere', password });
    await expectToast(page, 'Please enter a valid email address.');
    await expect(submit).toBeEnabled();
  });

  await test.step('the right password opens the dashboard', async () => {
    await signIn(page, account);
    await expect(page.getByText('Welcome back!')).toBeVisible();
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  });

  await test.step('a disabled account cannot sign in', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
    await disableAccount(account.email);
    await page.goto('/login');
    await signIn(page, account);
    await expectToast(page, 'This account has been disabled.');
  });
});
