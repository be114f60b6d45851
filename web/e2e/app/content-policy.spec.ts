import type { Page } from '@playwright/test';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  signUp,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { watchViolations } from '../support/violations.js';

/** The value of a directive in the policy of the page's document. */
const directive = async (page: Page, name: string): Promise<string> => {
  const response = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
  const policy = response.headers()['content-security-policy'] ?? '';
  return new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1] ?? '';
};

/** The path that the document was loaded with, which determines its policy. */
const documentPath = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return new URL(navigation?.name ?? '').pathname;
  });

test('a file is shared and received without a violation of the policy', async ({ openBrowser }) => {
  const file = await randomFile(300_001);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  const violations = [await watchViolations(sender), await watchViolations(recipient)];

  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await openShare(recipient, share);
  expect(await receiveVerified(recipient)).toBe(file.sha256);
  await file.remove();
  expect(violations.flat()).toEqual([]);
});

test('pages with third parties are documents of their own', async ({ page }) => {
  const violations = await watchViolations(page);
  await page.goto('/login');
  expect(await directive(page, 'script-src')).toContain('https://apis.google.com');
  await signUp(page, stackInfo().url);
  expect(await documentPath(page)).toBe('/');
  expect(await directive(page, 'script-src')).not.toContain('https:');

  await test.step('the router keeps the document between pages of the app', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    // The dashboard, which shows the same count, stays until the page has loaded.
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    await expect(page.getByText('0 / 10')).toBeVisible();
    expect(await documentPath(page)).toBe('/');
  });

  await test.step('the payment page is a new document, and so is the way back', async () => {
    await page.getByRole('link', { name: 'Upgrade Now' }).click();
    await expect(page.getByRole('button', { name: 'Choose Pro', exact: true })).toBeVisible();
    expect(await documentPath(page)).toBe('/subscribe');
    expect(await directive(page, 'script-src')).toContain('https://js.stripe.com');
    await page.goBack();
    await expect(page.getByText('0 / 10')).toBeVisible();
    expect(await documentPath(page)).toBe('/settings');
  });
  expect(violations).toEqual([]);
});

test('injected content is blocked, and the browser reports it', async ({ page }) => {
  const violations = await watchViolations(page);
  const reported = page.waitForResponse((response) =>
    response.url().endsWith('/api/policy-reports'),
  );
  await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('button', { name: 'Access File' })).toBeVisible();
  const results = await page.evaluate(async () => {
    const attempt = (run: () => unknown): string => {
      try {
        run();
        return 'allowed';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    const loaded = await new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('blocked');
      image.src = 'https://evil.example/pixel.png';
    });
    return {
      markup: attempt(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>')),
      script: attempt(() => (script.src = 'https://evil.example/a.js')),
      inline: attempt(() => (script.textContent = 'window.injected = true')),
      policy: attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (...of: unknown[]) => void } }
        ).trustedTypes.createPolicy('evil', {}),
      ),
      image: loaded,
    };
  });
  expect(results).toEqual({
    markup: 'TypeError',
    script: 'TypeError',
    inline: 'TypeError',
    policy: 'TypeError',
    image: 'blocked',
  });
  // The page passes them on asynchronously.
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(5);
  expect((await reported).status()).toBe(204);
});
