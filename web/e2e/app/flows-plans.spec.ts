import type { Page } from '@playwright/test';
import { demoAccounts } from '../../../tools/dev-stack/accounts.js';
import { signIn, openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const pay = async (page: Page, cardNumber: string): Promise<void> => {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Expiry (MM/YY)').fill('1234');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
};

const choosePlan = async (page: Page, name: 'Choose Pro' | 'Choose ProForever'): Promise<void> => {
  await page.goto('/subscribe');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
};

const badge = (page: Page) => page.getByRole('banner').locator('[data-badge=plan]');

const cancelPlan = async (page: Page): Promise<void> => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('button', { name: 'Keep Subscription' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('button', { name: 'Yes, Cancel Subscription' }).click();
  await expect(page.getByText('Subscription Cancelled')).toBeVisible();
  await expect(page.getByText(/You've been downgraded to the free plan/)).toBeVisible();
};

// The card numbers are those of the Stripe stand-in.
test('a plan: payment declined, accepted, plan used, cancelled, and bought again with 3-D Secure [2.22, 2.200, 8.48, 8.54]', async ({
  page,
}) => {
  await openDashboard(page);

  await test.step('Help requires a paid plan; settings link to the plans', async () => {
    await page.goto('/help');
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Help', exact: true })).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByText('0 / 10')).toBeVisible();
    await page.getByRole('link', { name: 'Upgrade Now' }).click();
    await expect(page).toHaveURL(/\/subscribe$/);
  });

  await test.step('Change Plan returns to the choice of plans', async () => {
    await choosePlan(page, 'Choose ProForever');
    await page.getByRole('button', { name: 'Change Plan' }).click();
    await expect(page.getByRole('button', { name: 'Choose Pro', exact: true })).toBeVisible();
  });

  await test.step('a declined card shows the provider’s message', async () => {
    await choosePlan(page, 'Choose Pro');
    await pay(page, '4000 0000 0000 0002');
    await expect(page.getByText('Payment Failed')).toBeVisible();
    await expect(page.getByText('Your card was declined.')).toBeVisible();
  });

  await test.step('a valid card activates Pro, with Help and unlimited shares', async () => {
    await pay(page, '4242 4242 4242 4242');
    await expect(page.getByText('Payment Successful')).toBeVisible();
    await expect(page.getByText(/^Welcome to .+ Pro!$/)).toBeVisible();
    await expect(badge(page)).toHaveText('Pro Plan');
    await expect(page.getByText('/ ∞ Unlimited')).toBeVisible();
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Help Center' })).toBeVisible();
    await page.getByRole('link', { name: /Watch the video tutorial/ }).click();
    // Decoded, and with a cue for each of the scenes.
    const film = page.locator('video');
    await expect(film).toHaveJSProperty('videoWidth', 1120);
    const cues = () =>
      film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0);
    await expect.poll(cues).toBe(7);
  });

  await test.step('an account with a plan is not offered it again', async () => {
    await page.goto('/subscribe');
    await expect(page.getByRole('button', { name: 'Your plan' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Choose ProForever' })).toBeEnabled();
    await page.goto('/');
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  });

  await test.step('cancelling ends the plan immediately', async () => {
    await cancelPlan(page);
    await expect(badge(page)).toHaveText('Free Plan');
    await expect(page.getByRole('link', { name: 'Upgrade Account' })).toBeVisible();
  });

  await test.step('3-D Secure: the payment fails when rejected and activates ProForever when approved', async () => {
    await choosePlan(page, 'Choose ProForever');
    await pay(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(page.getByText('Payment Failed')).toBeVisible();
    await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible();
    await pay(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByText(/^Welcome to .+ ProForever!$/)).toBeVisible();
    await expect(badge(page)).toHaveText('Pro Plan');
    await page.goto('/settings');
    await expect(page.getByRole('main').locator('[data-badge=plan]')).toHaveText('ProForever');
  });
});

test('a plan changed by an admin reaches the user without a reload [6.18]', async ({
  page,
  browser,
}) => {
  const admin = demoAccounts.find(({ isAdmin }) => isAdmin);
  if (admin === undefined) throw new Error('the demo accounts have no admin');
  const account = await openDashboard(page);
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Error loading dashboard data').first()).toBeVisible();

  const office = await (await browser.newContext({ baseURL: stackInfo().url })).newPage();
  await office.goto('/login');
  await signIn(office, admin);
  await office.getByRole('link', { name: 'Admin' }).click();
  await expect(office.getByText('Total Users')).toBeVisible();
  await office.getByRole('link', { name: 'Subscription Management' }).click();
  await office.getByPlaceholder('Name or email').fill(account.email);
  const row = office.getByRole('row', { name: new RegExp(account.email) });
  await expect(row.locator('[data-badge]')).toHaveText('Free');
  await row.getByRole('combobox').click();
  await office.getByTitle('Pro Forever').last().click();
  await office.getByRole('button', { name: 'Change plan' }).click();
  await expect(office.getByText('Subscription updated successfully')).toBeVisible();
  await expect(row.locator('[data-badge]')).toHaveText('Pro Forever');

  await page.clock.install();
  await page.goto('/');
  await expect(badge(page)).toHaveText('Pro Plan');
  await row.getByRole('combobox').click();
  await office.getByTitle('Free', { exact: true }).last().click();
  await office.getByRole('button', { name: 'Change plan' }).click();
  await expect(row.locator('[data-badge]')).toHaveText('Free');
  await page.clock.fastForward(30_000);
  await expect(badge(page)).toHaveText('Free Plan');
  await office.context().close();
});
