import type { Page } from '@playwright/test';
import { createAccount } from '../support/accounts.js';
import { signIn } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const fillLocalStorage = async (page: Page): Promise<void> => {
  await page.goto(`${stackInfo().url}/robots.txt`);
  await page.evaluate(() => {
    for (let length = 1024 * 1024; length > 0; length = Math.floor(length / 2)) {
      try {
        for (let count = 0; ; count += 1)
          localStorage.setItem(`${length} ${count}`, 'x'.repeat(length));
      } catch {
        // No room for another of this length.
      }
    }
  });
};

test('a sign-in is kept where the local storage is full', async ({ page }) => {
  const account = await createAccount();
  await fillLocalStorage(page);
  await page.goto('/login');
  await signIn(page, account);
  await expect(page.getByText('Share File via WebRTC')).toBeVisible();
});

test('a browser that can store nothing says so at the sign-in', async ({ page }) => {
  const { url } = stackInfo();
  const account = await createAccount();
  await fillLocalStorage(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  await page.goto('/login');
  await signIn(page, account);
  await expect(page.getByText(/its storage is full or turned off/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
