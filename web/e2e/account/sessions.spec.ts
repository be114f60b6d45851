import { createShare, newAccount, openDashboard, signIn, signUp } from '../support/people.js';
import { ageSession, sessionCookieOf, watchSocket } from '../support/sessions.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };

test('a copied cookie is refused after sign-out, and its socket is closed', async ({
  page,
  browser,
}) => {
  const { url } = stackInfo();
  await openDashboard(page);
  const { shareId } = await createShare(page, file);
  const thief = await browser.newContext();
  await thief.addCookies([await sessionCookieOf(page.context())]);
  const copy = await thief.newPage();
  await copy.goto(`${url}/terms`);
  expect((await thief.request.get(`${url}/api/user`)).status()).toBe(200);
  const socket = await watchSocket(copy, shareId);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged Out', { exact: true })).toBeVisible();
  const refused = await thief.request.get(`${url}/api/user`);
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ reason: 'revoked-session' });
  expect(await socket.closed()).toBe(4015);
  await thief.close();
});

test('the settings list the sessions and sign out another browser', async ({ page, browser }) => {
  const { url } = stackInfo();
  const account = await openDashboard(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${url}/login`);
  await signIn(other, account);
  await expect(other.getByText('Share File via WebRTC')).toBeVisible();

  await page.goto(`${url}/settings`);
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This browser', { exact: true })).toHaveCount(1);
  await list.getByRole('button', { name: /^Sign out there/ }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  const answer = await elsewhere.request.get(`${url}/api/user`);
  expect(answer.status()).toBe(401);
  // The refresh token of the other browser opens no new session.
  await other.reload();
  await expect(other.getByText('Session Ended')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  await elsewhere.close();
});

test('deleting the account after a while asks for the password and loses nothing', async ({
  page,
}) => {
  const { url } = stackInfo();
  const account = await signUp(page, url, newAccount());
  // The page opens its session after a load, and again when the provider has reported whether the address is verified.
  // A later answer would replace the aged cookie.
  let answers = 0;
  const reopened = page.waitForResponse(
    (response) => response.url() === `${url}/api/session` && ++answers === 2,
  );
  await page.goto(`${url}/settings`);
  await reopened;
  await expect(page.getByText('Where you are signed in')).toBeVisible();
  await ageSession(page, url, account.email, 20);

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByLabel(`Type ${account.email} to confirm.`).fill(account.email);
  await page.getByRole('button', { name: 'Delete Everything' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = question.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('not the password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('Incorrect password. Please try again.')).toBeVisible();
  expect((await page.request.get(`${url}/api/user`)).status()).toBe(200);

  await password.fill(account.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Account Deleted')).toBeVisible();
  await page.goto(`${url}/login`);
  await signIn(page, account);
  await expect(page.getByText('No account found with this email address.').first()).toBeVisible();
});
