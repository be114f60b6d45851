import type { Page } from '@playwright/test';
import {
  publicScreens,
  showScreen,
  signedInScreens,
  visitorScreens,
  type Screen,
} from '../screens/index.js';
import { signUp } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { takePictures } from './take.js';

const only = new RegExp(process.env['ONLY'] ?? '');

/** Toasts close, and visitors of /subscribe are redirected, within seconds; four screenshots may take longer. */
const stretchShortTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const isRedirect = (ms: number): boolean => ms === 1500 && location.pathname === '/subscribe';
    const stretch = (ms = 0): number => (ms === 5000 || isRedirect(ms) ? 60_000 : ms);
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => later(run, stretch(ms)),
    });
  });

/** Continues after a screen that fails; the failures are reported at the end. */
const takeAll = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  const missing: string[] = [];
  for (const screen of screens.filter(({ name }) => only.test(name))) {
    try {
      await showScreen(page, screen);
      await takePictures(page, screen.name, screen.isWindow);
    } catch (error) {
      missing.push(`${screen.name}: ${String(error).slice(0, 400)}`);
    }
  }
  expect(missing).toEqual([]);
};

test.describe('pictures', () => {
  test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } });
  test.beforeEach(({ page }) => stretchShortTimers(page));

  test('of every screen for visitors', async ({ page }) => {
    test.setTimeout(600_000);
    await takeAll(page, [...publicScreens, ...visitorScreens]);
  });

  test('of every screen for signed-in users', async ({ page }) => {
    test.setTimeout(600_000);
    await signUp(page, stackInfo().url);
    await takeAll(page, signedInScreens);
  });
});
