import { createLatch } from '../../src/transfer/support/latch.js';
import { settled } from '../screens/settled.js';
import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('signing out on an account page leads home, in every tab of the browser', async ({ page }) => {
  const { url } = stackInfo();
  await openDashboard(page);
  const other = await page.context().newPage();
  await other.goto(`${url}/audit-logs`);
  await expect(other.getByRole('heading', { name: 'Audit Logs' })).toBeVisible();
  await page.goto(`${url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Logout' })).toHaveCount(0);
    expect(tab.url()).toBe(`${url}/`);
  }
});

test('a session that is refused while the user signs out does not look like one the server ended', async ({
  page,
}) => {
  const { url } = stackInfo();
  await openDashboard(page);
  const [held, ended] = [createLatch(), createLatch()];
  const [isHeld, hasEnded] = [held.next(), ended.next()];
  const refusal = page.waitForResponse(
    (response) => response.url() === `${url}/api/session` && response.status() === 401,
  );
  let opened = 0;
  await page.route('**/api/session', async (route) => {
    const method = route.request().method();
    // The settings open the session again when the provider has reported whether the address is verified.
    if (method === 'POST' && (opened += 1) === 2) {
      held.notify();
      await hasEnded;
    }
    if (method !== 'DELETE') return route.continue();
    const response = await route.fetch();
    ended.notify();
    await (await refusal).finished();
    await settled(page);
    return route.fulfill({ response });
  });
  await page.goto(`${url}/settings`);
  await isHeld;
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  expect(page.url()).toBe(`${url}/`);
});
