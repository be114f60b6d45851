import type { Browser, Page } from '@playwright/test';
import { openDashboard } from '../support/people.js';
import {
  publicScreens,
  showScreen,
  signedInScreens,
  visitorScreens,
  type Screen,
} from '../screens/index.js';
import { settled, sizes } from '../screens/settled.js';
import { stackInfo } from '../support/stack.js';
import { findings, overflow } from '../screens/findings.js';
import { expect, test } from '../support/test.js';
import { watchViolations } from '../support/violations.js';

/** Rules that depend on the theme. */
const themeRules = ['color-contrast', 'link-in-text-block'];

/** Checks all rules in the wide light view, then the rules that depend on theme and width in the narrow dark view. */
const inspect = async (page: Page, screen: Screen): Promise<string[]> => {
  await page.setViewportSize(sizes['1280x800']);
  await page.emulateMedia({ colorScheme: 'light' });
  await showScreen(page, screen);
  await settled(page);
  const wide = await findings(page, `${screen.name} (wide, light)`);
  const wideOverflow = await overflow(page, `${screen.name} (wide)`);
  await page.setViewportSize(sizes['390x844']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  const narrow = await findings(page, `${screen.name} (narrow, dark)`, themeRules);
  return [
    ...wide,
    ...wideOverflow,
    ...narrow,
    ...(await overflow(page, `${screen.name} (narrow)`)),
  ];
};

const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: stackInfo().url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
};

/** An inspection mostly waits for the page; several in parallel keep two cores busy. */
const parallelPages = 3;

/** Checks that no screen, in no state, violates the content security policy. */
const inspectAll = async (
  browser: Browser,
  screens: readonly Screen[],
  prepare: (page: Page) => Promise<unknown>,
): Promise<string[]> => {
  const waiting = [...screens];
  const work = async (): Promise<string[]> => {
    const page = await openPage(browser);
    const found = await watchViolations(page);
    await prepare(page);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      found.push(...(await inspect(page, next)));
    }
    await page.context().close();
    return found;
  };
  return (await Promise.all(Array.from({ length: parallelPages }, work))).flat();
};

// A trace would record axe's source for every screen.
test.use({ trace: 'off' });

test.describe('every screen and state', () => {
  test('for a signed-in user: no axe violation, no horizontal overflow, no policy violation', async ({
    browser,
  }) => {
    test.setTimeout(480_000);
    const found = await inspectAll(browser, signedInScreens, (page) => openDashboard(page));
    expect(found).toEqual([]);
  });

  test('for a visitor: no axe violation, no horizontal overflow, no policy violation', async ({
    browser,
  }) => {
    test.setTimeout(480_000);
    const screens = [...publicScreens, ...visitorScreens];
    expect(await inspectAll(browser, screens, () => Promise.resolve())).toEqual([]);
  });
});
