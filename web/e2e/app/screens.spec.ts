import type { Browser, Page } from '@playwright/test';
import { cutOffTexts } from '../screens/cut-off.js';
import { findings, overflow } from '../screens/findings.js';
import {
  publicScreens,
  showScreen,
  signedInScreens,
  visitorScreens,
  type Screen,
} from '../screens/index.js';
import { lengthenDocument, lengthenTexts, type Direction } from '../screens/long-texts.js';
import { settled, sizes } from '../screens/settled.js';
import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { watchViolations } from '../support/violations.js';

/** Rules that depend on the theme. */
const themeRules = ['color-contrast', 'link-in-text-block'];
const narrowest = { width: 320, height: 640 };

/** The texts of the product, or lengthened by 40 % in one direction. */
type Texts = Direction | 'english';

interface Visit {
  screens: readonly Screen[];
  texts: Texts;
  /** Before the first screen. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Contains its texts: they are lengthened in the document. */
  isPrerendered?: boolean;
}

/** Read by a script: a locator waits for navigations to end, also for one that is withheld. */
const directionOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dir);

/** Playwright compares patterns with the text as it is, spaces included. */
const spacious = (ready: string | RegExp): string | RegExp =>
  typeof ready === 'string'
    ? ready
    : new RegExp(ready.source.replaceAll(' ', String.raw`[\s\u2007]+`), ready.flags);

/**
 * Checks all rules in the wide light view, then the rules that depend on theme and width in the narrow dark views. No
 * text is cut off at the widest and the narrowest.
 */
const inspect = async (page: Page, screen: Screen, visit: Visit): Promise<string[]> => {
  const { texts, isPrerendered = false } = visit;
  const name = `${screen.name}, ${texts}`;
  await page.setViewportSize(sizes['1280x800']);
  await page.emulateMedia({ colorScheme: 'light' });
  await showScreen(page, { ...screen, ready: spacious(screen.ready) });
  await settled(page);
  const found = await findings(page, `${name} (wide, light)`);
  if (isPrerendered && texts !== 'english') await lengthenDocument(page, texts);
  if (texts !== 'english') await expect.poll(() => directionOf(page)).toBe(texts);
  found.push(
    ...(await overflow(page, `${name} (wide)`)),
    ...(await cutOffTexts(page, `${name} (wide)`)),
  );
  await page.setViewportSize(sizes['390x844']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  found.push(
    ...(await findings(page, `${name} (narrow, dark)`, themeRules)),
    ...(await overflow(page, `${name} (narrow)`)),
  );
  await page.setViewportSize(narrowest);
  await settled(page);
  return [
    ...found,
    ...(await overflow(page, `${name} (320 px)`)),
    ...(await cutOffTexts(page, `${name} (320 px)`)),
  ];
};

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

/** An inspection mostly waits for the page; several in parallel keep two cores busy. */
const parallelPages = 2;

/** Checks also that no screen, in no state, violates the content security policy. */
const inspectAll = async (browser: Browser, visit: Visit): Promise<string[]> => {
  // Last on its page: a redirect without an answer can abort the navigation to the next screen.
  const waiting = visit.screens.toSorted(
    (one, other) => Number(one.withheld !== undefined) - Number(other.withheld !== undefined),
  );
  const work = async (): Promise<string[]> => {
    const page = await openPage(browser);
    const found = await watchViolations(page);
    await visit.prepare?.(page);
    if (visit.texts !== 'english' && !visit.isPrerendered) await lengthenTexts(page, visit.texts);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      found.push(...(await inspect(page, next, visit)));
    }
    await page.context().close();
    return found;
  };
  return (await Promise.all(Array.from({ length: parallelPages }, work))).flat();
};

const isLong = Boolean(process.env['LONG_RUN']);

/** Every other screen in each direction; with `LONG_RUN`, as every night, all screens in both and in plain English. */
const inTurn = (screens: readonly Screen[], texts: Texts): readonly Screen[] =>
  isLong ? screens : screens.filter((_, index) => (index % 2 === 0) === (texts === 'ltr'));

/** A prerendered page as well: that of a 404. */
const unknownAddress = 'landing-unknown-address';
const prerendered = [
  ...publicScreens,
  ...visitorScreens.filter(({ name }) => name === unknownAddress),
];
const inApp = visitorScreens.filter(({ name }) => name !== unknownAddress);

// A trace would record axe's source for every screen.
test.use({ trace: 'off' });

const allTexts: readonly Texts[] = isLong ? ['english', 'ltr', 'rtl'] : ['ltr', 'rtl'];
for (const texts of allTexts) {
  test.describe(`every screen and state, ${texts}: no axe violation, no policy violation, no text that does not fit`, () => {
    test.setTimeout(480_000);

    test('for a signed-in user', async ({ browser }) => {
      const screens = inTurn(signedInScreens, texts);
      expect(await inspectAll(browser, { screens, texts, prepare: openDashboard })).toEqual([]);
    });

    test('for a visitor', async ({ browser }) => {
      expect(await inspectAll(browser, { screens: inTurn(inApp, texts), texts })).toEqual([]);
    });

    test('on the prerendered pages', async ({ browser }) => {
      const screens = inTurn(prerendered, texts);
      expect(await inspectAll(browser, { screens, texts, isPrerendered: true })).toEqual([]);
    });
  });
}
