import type { Page } from '@playwright/test';
import { auditLogs, inDays, pro, share } from '../screens/samples.js';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';

const answerWith = (page: Page, path: string, json: unknown): Promise<unknown> =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json }),
  );

const manyShares = Array.from({ length: 1000 }, (_, index) =>
  share({
    shareId: `share-${String(index)}`,
    filename: `scan-${String(index)}.tiff`,
    expiresAt: inDays(3),
  }),
);

test('lists of 1,000 shares and 10,000 audit records render only the visible rows', async ({
  page,
}) => {
  await openDashboard(page);
  await answerWith(page, '/api/user', pro);
  await answerWith(page, '/api/file-shares', manyShares);
  await answerWith(page, '/api/audit-logs', auditLogs(10_000));

  await page.goto('/');
  await expect(page.getByText('scan-0.tiff')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Recent Shares' }).getByRole('listitem');
  expect(await rows.count()).toBeLessThanOrEqual(80);
  // Scrolling to the end of the list loads more rows.
  const before = await rows.count();
  await rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  expect(await rows.count()).toBeLessThan(400);

  await page.goto('/audit-logs');
  const heading = page.getByRole('heading', { name: /^Audit Records/ });
  await expect(heading).toHaveText('Audit Records (10,000)');
  const entries = page.locator('.ant-table-row');
  await expect(entries.first()).toBeVisible();
  expect(await entries.count()).toBeLessThan(60);
  const first = await entries.first().innerText();
  await entries.first().hover();
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => entries.first().innerText()).not.toBe(first);
  expect(await entries.count()).toBeLessThan(60);
  await page.getByLabel('Search').fill('2001:db8');
  await expect(heading).toHaveText('Audit Records (3,333)');
  expect(await entries.count()).toBeLessThan(60);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[data-row-card]').first()).toBeVisible();
  expect(await entries.count()).toBeLessThan(60);
});
