import { createAccount } from '../support/accounts.js';
import { signIn } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('a link to a page that needs an account leads to the login and back', async ({ browser }) => {
  const { url } = stackInfo();
  const account = await createAccount('Ada Sender');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/audit-logs`);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(page, account);
  await expect(page.getByRole('heading', { name: 'Audit Logs' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/audit-logs');
  await context.close();
});
