import { expect, test } from '../support/test.js';
import { watchViolations } from '../support/violations.js';

test('the Google popup signs in with the unmodified SDK and without internet access [1.9, 1.10, 9.32]', async ({
  page,
}) => {
  const foreign: string[] = [];
  const violations = await watchViolations(page);
  page.context().on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') foreign.push(request.url());
  });
  await page.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (address, target, features) => {
      document.documentElement.dataset['popup'] = features ?? '';
      return open(address, target, features);
    };
  });
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Google/ }).click();
  const popup = await opened;
  await expect(page.locator('html')).toHaveAttribute('data-popup', /width=500,height=600/);
  await popup.getByText('Add new account').click();
  await popup.locator('#email-input').fill('grace@example.com');
  await popup.locator('#display-name-input').fill('Grace Hopper');
  await popup.getByRole('button', { name: /^Sign in with/ }).click();

  await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
  expect(foreign).toEqual([]);
  expect(violations).toEqual([]);
});

test('a closed popup shows a message and leaves the form usable [8.58]', async ({ page }) => {
  // The SDK waits seconds for a result after the popup has closed.
  await page.clock.install();
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  const button = page.getByRole('button', { name: /Google/ });
  await button.click();
  const popup = await opened;
  await popup.close();
  // Steps shorter than the lifetime of the toast.
  const cancelled = page.getByText('Sign-in was cancelled. Please try again.').first();
  await expect
    .poll(
      async () => {
        if (await cancelled.isVisible()) return true;
        await page.clock.fastForward(1_000);
        return false;
      },
      { timeout: 30_000, intervals: [50] },
    )
    .toBe(true);
  await expect(button).toBeEnabled();
});
