import AxeBuilder from '@axe-core/playwright';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signUp } from './people.js';
import { showScreen, signedInScreens } from './signed-in-screens.js';
import { stackInfo } from './stack.js';
import { expect, test } from './test.js';

/** Set by `npm run screenshots`: where the pictures go. */
const pictures = process.env['SCREENSHOTS'];

/** Without pictures one size per theme is enough: axe is slow, and size and theme are independent. */
const sizesOf = (colorScheme: 'light' | 'dark') =>
  Object.entries(viewports).filter(
    ([size]) => pictures !== undefined || (size === '1280x800') === (colorScheme === 'light'),
  );

const viewports = {
  '1280x800': { width: 1280, height: 800 },
  '390x844': { width: 390, height: 844 },
};

const takePicture = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};

const findings = async (page: Page, name: string): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${name}: ${id}: ${html.slice(0, 160)}`),
  );
};

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any signed-in screen, and none is wider than its window, ${colorScheme}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/login?tab=signup');
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    const found = await findings(page, 'login');
    await takePicture(page, `login-${colorScheme}`);
    await signUp(page, stackInfo().url);
    for (const screen of signedInScreens) {
      for (const [size, viewport] of sizesOf(colorScheme)) {
        await page.setViewportSize(viewport);
        await showScreen(page, screen);
        const name = `${screen.name}-${size}-${colorScheme}`;
        found.push(...(await findings(page, name)));
        if ((await overflow(page)) > 0) found.push(`${name}: scrolls sideways`);
        await takePicture(page, name);
      }
    }
    expect(found).toEqual([]);
    await context.close();
  });
}
