import type { Page } from '@playwright/test';
import { createAccount } from '../support/accounts.js';
import {
  createShare,
  enterPassword,
  openDashboard,
  randomFile,
  signIn,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('a share is not sent from its device when the server presents another user as its owner', async ({
  page,
}) => {
  const file = await randomFile(1_000);
  await openDashboard(page);
  const share = await createShare(page, file.path);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();

  await page.route(`**/api/shares/${share.shareId}/access`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, isOwner: true } });
  });
  await enterPassword(page, share.link.replace(/#.*/, ''), share.password);
  await expect(page.getByRole('button', { name: 'Select File' })).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(file.path);
  await expect(
    page.getByText(/^The account that created this share in this browser is not signed in/),
  ).toBeVisible();
  await file.remove();
});

/** Shorter timers are those of the interface. */
const heldFromMs = 500;

/** Prepares a page whose timers wait between the events `hold` and `release`, as in a tab that the browser throttles. */
const makeHoldable = async (page: Page): Promise<void> => {
  await page.addInitScript((fromMs) => {
    let isHeld = false;
    const waiting: (() => void)[] = [];
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const start = window[name].bind(window);
      const startHoldable = (run: () => void, ms = 0): number =>
        start(() => {
          if (isHeld && ms >= fromMs) waiting.push(run);
          else run();
        }, ms);
      Object.assign(window, { [name]: startHoldable });
    }
    window.addEventListener('hold', () => (isHeld = true));
    window.addEventListener('release', () => {
      isHeld = false;
      for (const run of waiting.splice(0)) run();
    });
  }, heldFromMs);
};

const dispatch = (page: Page, name: 'hold' | 'release'): Promise<boolean> =>
  page.evaluate((type) => window.dispatchEvent(new Event(type)), name);

test('a tab that has not noticed that another user has signed in creates no share for that user', async ({
  page,
}) => {
  const { url } = stackInfo();
  const grace = await createAccount('Grace Hopper');
  // It ends with the session, which the tab would notice.
  await page.route(
    ({ pathname }) => pathname === '/api/changes',
    (route) => route.fulfill({ status: 503 }),
  );
  await makeHoldable(page);
  await openDashboard(page);
  const file = { name: 'ada.txt', mimeType: 'text/plain', buffer: Buffer.from('of Ada') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  const create = page.getByRole('button', { name: 'Create Share' });
  await expect(create).toBeEnabled();
  await dispatch(page, 'hold');

  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  await other.goto(`${url}/login`);
  await signIn(other, grace);
  await expect(other.getByText(/No file shares yet/)).toBeVisible();

  await create.click();
  await expect(
    page.getByText(/This browser is now signed in to another account, so nothing was done/).first(),
  ).toBeVisible();
  const listed = await page.request.get(`${url}/api/file-shares`);
  expect([listed.status(), await listed.json()]).toEqual([200, []]);

  await dispatch(page, 'release');
  await expect(page.getByText('Grace Hopper').first()).toBeVisible();
  await expect(page.getByText(/No file shares yet/)).toBeVisible();
  await expect(page.getByText('ada.txt')).toHaveCount(0);
});
