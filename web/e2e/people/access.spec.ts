import type { Locator } from '@playwright/test';
import { faultsOfStops } from '../conditions/keyboard-stops.js';
import { createShare, openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const file = { name: 'holiday.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(4096) };

const positionOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => getComputedStyle(element).position);

test.describe('people with keyboards, large text and high contrast', () => {
  test('see where the focus is, in both themes and in forced colours', async ({ page }) => {
    const looks = [
      { colorScheme: 'light', forcedColors: 'none' },
      { colorScheme: 'dark', forcedColors: 'none' },
      { colorScheme: 'light', forcedColors: 'active' },
    ] as const;
    await page.goto(`${stackInfo().url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    for (const look of looks) {
      await page.emulateMedia(look);
      expect(await faultsOfStops(page)).toEqual([]);
    }
    await openDashboard(page);
    for (const path of ['/', '/settings', '/audit-logs', '/subscribe']) {
      await page.goto(`${stackInfo().url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const look of looks) {
        await page.emulateMedia(look);
        expect(await faultsOfStops(page)).toEqual([]);
      }
    }
  });

  test('have the window for the content at 400 %: nothing stays fixed over it', async ({
    page,
  }) => {
    await openDashboard(page);
    await page.setViewportSize({ width: 360, height: 225 });
    expect(await positionOf(page.getByRole('banner'))).toBe('static');
    expect(await positionOf(page.getByRole('navigation', { name: 'Main navigation' }))).toBe(
      'static',
    );
  });

  test('see the progress and the current page in forced colours', async ({ page }) => {
    await openDashboard(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const bar = page.getByRole('progressbar', { name: 'Usage This Month' });
    const colours = await bar.evaluate((line) => {
      const fill = line.firstElementChild;
      return {
        line: getComputedStyle(line).borderTopStyle,
        fill: fill === null ? '' : getComputedStyle(fill).backgroundColor,
        canvas: getComputedStyle(document.body).backgroundColor,
      };
    });
    expect(colours.line).toBe('solid');
    expect(colours.fill).not.toBe(colours.canvas);
    const current = page.locator('nav a[aria-current="page"]');
    const [here, other] = await Promise.all([
      current.evaluate((link) => getComputedStyle(link).backgroundColor),
      page
        .getByRole('link', { name: 'Settings' })
        .evaluate((link) => getComputedStyle(link).backgroundColor),
    ]);
    expect(here).not.toBe(other);
  });

  test('print the audit log without its buttons', async ({ page }) => {
    await openDashboard(page);
    await createShare(page, file);
    await page.goto(`${stackInfo().url}/audit-logs`);
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 1032, height: 704 });
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    // On paper the text is dark also for a user of the dark theme.
    const brightest = () =>
      page
        .locator('main')
        .locator('h1, p, th, td, time')
        .evaluateAll((texts) => {
          const channels = (text: Element) => getComputedStyle(text).color.match(/\d+/g) ?? [];
          return Math.max(...texts.flatMap(channels).map(Number));
        });
    await expect.poll(brightest).toBeLessThan(128);
  });
});
