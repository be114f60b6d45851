import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('signing out on an account page leads home, in every tab of the browser', async ({ page }) => {
  const { url } = stackInfo();
  await openDashboard(page);
  const other = await page.context().newPage();
  await other.goto(`${url}/audit-logs`);
  await expect(other.getByRole('heading', { name: 'Audit Logs' })).toBeVisible();
  // The settings open the session again when the provider has reported whether the address is verified. An answer after
  // the sign-out would be that of an ended session.
  let answers = 0;
  const reopened = page.waitForResponse(
    (response) => response.url() === `${url}/api/session` && ++answers === 2,
  );
  await page.goto(`${url}/settings`);
  await reopened;
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Logout' })).toHaveCount(0);
    expect(tab.url()).toBe(`${url}/`);
  }
});
