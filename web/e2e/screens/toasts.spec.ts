import type { Locator, Page } from '@playwright/test';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { showScreen, signedInScreens, visitorScreens } from './index.js';
import { auditLogs, signedIn } from './samples.js';
import { click, refusal } from './screen.js';
import { settled, sizes } from './settled.js';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (part: Locator): Promise<Box> => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('nothing to see');
  return box;
};

/** Of the text: the box of a heading is as wide as the page. */
const textBoxOf = (part: Locator): Promise<Box> =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });

const areApart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y;

const toastOf = async (page: Page): Promise<Box> => {
  await settled(page);
  return boxOf(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem'));
};

const show = async (page: Page, name: string): Promise<void> => {
  const screen = [...signedInScreens, ...visitorScreens].find((one) => one.name === name);
  if (screen === undefined) throw new Error(`no screen ${name}`);
  await showScreen(page, screen);
};

/** With the navigation of a phone. */
const tablet = { width: 768, height: 1024 };
const shown = { ...sizes, '768x1024': tablet };

for (const [size, viewport] of Object.entries(shown)) {
  test(`a toast covers neither the dialog nor the heading of the page, ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openDashboard(page);
    await show(page, 'upload-created');
    const dialog = page.getByRole('dialog');
    expect(areApart(await toastOf(page), await boxOf(dialog))).toBe(true);
    await show(page, 'upload-error');
    const toast = await toastOf(page);
    expect(toast.y).toBeGreaterThanOrEqual(0);
    expect(toast.y + toast.height).toBeLessThanOrEqual(viewport.height);
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('navigation', { name: 'Main navigation' }),
      page.getByRole('button', { name: 'Logout' }),
    ])
      expect(areApart(toast, await textBoxOf(part))).toBe(true);
  });
}

for (const [size, viewport] of Object.entries(shown)) {
  test(`a toast covers neither the buttons of the audit log nor the navigation, ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openDashboard(page);
    await showScreen(page, {
      name: 'audit-logs-not-exported',
      path: '/audit-logs',
      api: {
        ...signedIn,
        '/api/audit-logs': auditLogs(24),
        '/api/audit-logs/export': refusal(500, 'Something went wrong.'),
      },
      act: click('Export CSV'),
      ready: 'Export Failed',
    });
    const toast = await toastOf(page);
    for (const name of ['Export CSV', 'Verify integrity'])
      expect(areApart(toast, await boxOf(page.getByRole('button', { name })))).toBe(true);
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    expect(areApart(toast, await boxOf(navigation))).toBe(true);
  });
}

test('a toast covers neither the steps of a recipient nor what they do next, on a narrow phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await show(page, 'share-ready');
  const toast = await toastOf(page);
  for (const part of [
    page.getByRole('list', { name: 'Steps' }),
    page.getByRole('button', { name: 'Download File' }),
  ])
    expect(areApart(toast, await boxOf(part))).toBe(true);
});
