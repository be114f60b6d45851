import type { Browser, Page } from '@playwright/test';
import { cutOffTexts } from '../screens/cut-off.js';
import { overflow } from '../screens/findings.js';
import {
  publicScreens,
  showScreen,
  signedInScreens,
  visitorScreens,
  type Screen,
} from '../screens/index.js';
import { lengthenDocument, lengthenTexts, type Direction } from '../screens/long-texts.js';
import { settled } from '../screens/settled.js';
import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Two pages keep two cores busy. */
const parallelPages = 2;

const widths = { wide: { width: 1280, height: 800 }, narrow: { width: 320, height: 640 } };

const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: stackInfo().url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // Chromium takes a document that the test answers for one of the Internet, which may not call this machine.
    permissions: ['local-network-access'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
};

interface Visit {
  screens: readonly Screen[];
  direction: Direction;
  prepare: (page: Page, direction: Direction) => Promise<unknown>;
  complete?: (page: Page, direction: Direction) => Promise<unknown>;
}

/** Playwright compares patterns with the text as it is, spaces included. */
const spacious = (ready: string | RegExp): string | RegExp =>
  typeof ready === 'string'
    ? ready
    : new RegExp(ready.source.replaceAll(' ', String.raw`[\s\u2007]+`), ready.flags);

const inspectAll = async (browser: Browser, visit: Visit): Promise<string[]> => {
  const { direction, prepare, complete } = visit;
  const waiting = [...visit.screens];
  const work = async (): Promise<string[]> => {
    const found: string[] = [];
    const page = await openPage(browser);
    await prepare(page, direction);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await page.setViewportSize(widths.wide);
      await showScreen(page, { ...next, ready: spacious(next.ready) });
      await complete?.(page, direction);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      for (const [width, size] of Object.entries(widths)) {
        await page.setViewportSize(size);
        await settled(page);
        const name = `${next.name} (${width}, ${direction})`;
        found.push(...(await overflow(page, name)), ...(await cutOffTexts(page, name)));
      }
    }
    await page.context().close();
    return found;
  };
  return (await Promise.all(Array.from({ length: parallelPages }, work))).flat();
};

/** Every other screen in each direction; with `LONG_RUN`, as every night, all screens in both. */
const inTurn = (screens: readonly Screen[], direction: Direction): readonly Screen[] =>
  process.env['LONG_RUN']
    ? screens
    : screens.filter((_, index) => (index % 2 === 0) === (direction === 'ltr'));

/** A prerendered page as well: that of a 404. */
const unknownAddress = 'landing-unknown-address';

const openApp = async (page: Page, direction: Direction): Promise<void> => {
  await openDashboard(page);
  await lengthenTexts(page, direction);
};

test.use({ trace: 'off' });

for (const direction of ['ltr', 'rtl'] as const) {
  test.describe(`texts 40 % longer, ${direction}`, () => {
    test.setTimeout(480_000);

    test('fit on the screens of a signed-in user', async ({ browser }) => {
      const screens = inTurn(signedInScreens, direction);
      expect(await inspectAll(browser, { screens, direction, prepare: openApp })).toEqual([]);
    });

    test('fit on the screens of a visitor', async ({ browser }) => {
      const inApp = visitorScreens.filter(({ name }) => name !== unknownAddress);
      const screens = inTurn(inApp, direction);
      expect(await inspectAll(browser, { screens, direction, prepare: lengthenTexts })).toEqual([]);
    });

    test('fit on the prerendered pages', async ({ browser }) => {
      const unknown = visitorScreens.filter(({ name }) => name === unknownAddress);
      const visit = {
        screens: inTurn([...publicScreens, ...unknown], direction),
        direction,
        prepare: () => Promise.resolve(),
      };
      expect(await inspectAll(browser, { ...visit, complete: lengthenDocument })).toEqual([]);
    });
  });
}
