import { answerApi } from '../screens/answers.js';
import { pro, share } from '../screens/samples.js';
import { createAccount } from '../support/accounts.js';
import { openDashboard, signIn } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const manyShares = Array.from({ length: 60 }, (_, index) =>
  share({ shareId: `s${String(index)}`, filename: `scan-${String(index)}.tiff` }),
);

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

test('a page is where it was left after back, forward and a reload, and a new one at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openDashboard(page);
  await answerApi(page, { '/api/user': pro, '/api/file-shares': manyShares });
  await page.goto('/');
  const top = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
  const scrollTo = async (wanted: number): Promise<void> => {
    await page.evaluate((y) => window.scrollTo(0, y), wanted);
    await expect.poll(top).toBe(wanted);
  };
  const open = (name: string): Promise<void> => page.getByRole('link', { name }).click();
  const title = (name: string | RegExp) =>
    expect(page.getByRole('heading', { name })).toBeVisible();

  await expect(page.getByText('scan-20.tiff')).toBeAttached();
  await scrollTo(1500);
  await open('Settings');
  await title('Settings');
  expect(await top()).toBe(0);
  await scrollTo(300);
  await page.goBack();
  await title(/^Welcome/);
  await expect.poll(top).toBe(1500);
  await page.goForward();
  await title('Settings');
  await expect.poll(top).toBe(300);
  await page.goBack();
  await expect.poll(top).toBe(1500);
  await page.reload();
  await expect.poll(top).toBe(1500);
  // Before the browser reports that the page has been scrolled.
  await page.evaluate(() => {
    window.scrollTo(0, 1200);
    window.history.forward();
  });
  await title('Settings');
  await expect.poll(top).toBe(300);
  await page.goBack();
  await expect.poll(top).toBe(1200);
  await open('Audit Logs');
  await title('Audit Logs');
  expect(await top()).toBe(0);
});
