import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  closeToast,
  createShare,
  enterPassword,
  openDashboard,
  type ShareHandle,
} from '../support/people.js';
import { expect, test } from '../support/test.js';

const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('hello') });

/** Sends the request that the dashboard sends on click. */
const createQuietly = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (shares) => {
    for (let index = 0; index < shares; index += 1) {
      const response = await fetch('/api/file-shares', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          filename: `filler-${String(index)}.txt`,
          fileSize: '5 Bytes',
          fileType: 'text/plain',
          firebaseUser: null,
        }),
      });
      if (!response.ok) throw new Error(`refused: ${String(response.status)}`);
    }
  }, count);

const notices = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** Makes the share of this name look expired to the page. */
const expire = (page: Page, filename: string): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/api/file-shares',
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      // The page may have the list already.
      const { 'if-none-match': _etag, ...headers } = route.request().headers();
      const response = await route.fetch({ headers });
      const shares = (await response.json()) as { filename: string }[];
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      await route.fulfill({
        response,
        json: shares.map((share) =>
          share.filename === filename ? { ...share, expiresAt: yesterday } : share,
        ),
      });
    },
  );

const manageShare = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Stop first.txt' }).click();
  await expect(notices(page)).toContainText('Share Stopped');
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await closeToast(page);
  await page.getByRole('button', { name: 'Restart first.txt' }).click();
  await expect(notices(page)).toContainText('Share Restarted');
  // F8 focuses the toast, Escape closes it.
  await page.keyboard.press('F8');
  await expect(notices(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(notices(page)).not.toContainText('Share Restarted');
};

const deleteExpired = async (page: Page): Promise<void> => {
  await expire(page, 'filler-0.txt');
  await page.reload();
  const remove = page.getByRole('button', { name: 'Delete filler-0.txt' });
  await remove.click();
  // The server decides by its own clock; the page shows its error.
  await expect(notices(page)).toContainText('Failed to Delete Share');
  await expect(notices(page)).toContainText('Only expired shares can be deleted.');
  await closeToast(page);
  await page.route('**/api/file-shares/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: {} }) : route.fallback(),
  );
  await remove.click();
  await expect(notices(page)).toContainText('Share Deleted');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
};

/** Fixed to the bottom of the window, whatever part of the page is in view. */
const expectAtBottom = async (page: Page, element: Locator): Promise<void> => {
  const box = await element.boundingBox();
  const height = await page.evaluate(() => window.innerHeight);
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height);
};

const reachLimit = async (page: Page): Promise<void> => {
  await expect(page.getByText('Upgrade to Pro for unlimited shares')).toHaveCount(0);
  await createShare(page, note('eighth.txt'));
  const banner = page.getByRole('complementary', { name: 'Upgrade to Pro for unlimited shares' });
  await expect(banner).toBeVisible();
  await expectAtBottom(page, banner);
  await page.mouse.wheel(0, 5_000);
  await expectAtBottom(page, banner);
  await createQuietly(page, 2);
  await page.locator('input[type=file]').first().setInputFiles(note('eleventh.txt'));
  await page.getByRole('button', { name: 'Create Share' }).click();
  await expect(notices(page)).toContainText('Share Limit Reached');
  await expect(notices(page)).toContainText("You've reached your monthly limit.");
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(await opened).toHaveURL(/\/subscribe$/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.locator('button', { hasText: 'Select File' })).toBeEnabled();
};

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByLabel(label).click();
  await page.getByTitle(option, { exact: true }).last().click();
};

const readAuditLog = async (page: Page, share: ShareHandle): Promise<void> => {
  const visitor = await (await page.context().browser()?.newContext())?.newPage();
  if (visitor === undefined) throw new Error('no browser');
  await enterPassword(visitor, share.link, 'not the password');
  await expect(visitor.getByText('Access Denied')).toBeVisible();
  await visitor.context().close();
  await page.goto('/audit-logs');
  const heading = page.getByRole('heading', { name: /^Audit Records/ });
  await expect(page.getByRole('cell', { name: 'Access denied' })).toBeVisible();
  await choose(page, 'Status', 'Denied');
  await expect(heading).toHaveText('Audit Records (1)');
  await choose(page, 'Status', 'All statuses');
  await choose(page, 'Event type', 'Share created');
  await expect(heading).toHaveText('Audit Records (10)');
  await page.getByLabel('Search').fill('eighth');
  await expect(heading).toHaveText('Audit Records (1)');
  await page.getByLabel('Search').fill('no such file');
  await expect(page.getByText('No audit logs found matching your criteria.')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d\d-\d\dT[\d-]+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(12);
  expect(lines.join('\n')).toContain('eighth.txt');
  await expect(notices(page)).toContainText('Export Complete');
};

test('a free account: stop, restart, delete, the banner from 8 shares, the monthly limit, the audit log [2.110, 2.112, 2.169, 4.7, 7.28, 9.2]', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openDashboard(page);
  const share = await createShare(page, note('first.txt'));
  await closeToast(page);
  await createQuietly(page, 6);
  // Rows that arrive later would move the buttons under the mouse.
  await expect(page.getByRole('button', { name: 'Stop filler-5.txt' })).toBeVisible();
  await test.step('stop and restart', () => manageShare(page));
  await test.step('delete an expired share', () => deleteExpired(page));
  await page.goto('/');
  await test.step('banner and limit', () => reachLimit(page));
  await test.step('audit log', () => readAuditLog(page, share));
});

test('without the stream of changes lists refresh every 30 s and no sooner; toasts close after 5 s and appear one at a time [7.4, 7.6, 7.25, 9.30]', async ({
  page,
}) => {
  // Without the stream of changes.
  await page.route(
    ({ pathname }) => pathname === '/api/changes',
    (route) => route.fulfill({ status: 503 }),
  );
  await openDashboard(page);
  await page.clock.install();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) calls.push(pathname);
  });
  const count = (path: string): number => calls.filter((call) => call === path).length;
  await page.goto('/');
  await expect(page.getByText(/No file shares yet/)).toBeVisible();
  expect([count('/api/file-shares'), count('/api/user')]).toEqual([1, 1]);
  // Real time passes too: on a slow machine more than one refresh may be due.
  await page.clock.runFor(22_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect([count('/api/file-shares'), count('/api/user')]).toEqual([1, 1]);
  await page.clock.runFor(9_000);
  await expect.poll(() => [count('/api/file-shares'), count('/api/user')]).toEqual([2, 2]);

  await page.evaluate(() => {
    void Promise.reject(new Error('fetch failed'));
    void Promise.reject(new Error('WebSocket is closed'));
  });
  const message = notices(page).getByRole('listitem');
  await expect(message).toHaveCount(1);
  await expect(message).toContainText('Connection Error');
  await page.clock.runFor(2_000);
  await expect(message).toHaveCount(1);
  await page.clock.runFor(3_500);
  await expect(message).toHaveCount(0);

  await page.goto('/audit-logs');
  await expect(page.getByText('Audit Records (0)')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect.poll(() => count('/api/audit-logs')).toBe(2);
});
