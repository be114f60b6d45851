import { createAccount } from '../support/accounts.js';
import { signIn } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('a link to a page that needs an account leads to the login and back; signing out in one tab reaches the others', async ({
  browser,
}) => {
  const { url } = stackInfo();
  const account = await createAccount('Ada Sender');
  const context = await browser.newContext();
  const first = await context.newPage();
  await first.goto(`${url}/audit-logs`);
  await expect(first.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(first, account);
  await expect(first.getByRole('heading', { name: 'Audit Logs' })).toBeVisible();
  expect(new URL(first.url()).pathname).toBe('/audit-logs');

  const second = await context.newPage();
  await second.goto(`${url}/settings`);
  await expect(second.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await first.getByRole('button', { name: 'Logout' }).click();
  await expect(first.getByText('Logged Out')).toBeVisible();
  expect(new URL(first.url()).pathname).toBe('/');
  // The other tab would act on an account that is signed out.
  await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await signIn(second, account);
  await expect(second.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await context.close();
});
