import { cutOffTexts } from '../screens/cut-off.js';
import { dashboardScreens } from '../screens/dashboard.js';
import { overflow } from '../screens/findings.js';
import { showScreen } from '../screens/screen.js';
import { settled, sizes } from '../screens/settled.js';
import { openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Between a phone and a wide window there is least room for two columns. */
const shownSizes = { ...sizes, '1024x768': { width: 1024, height: 768 } };
const shown = [
  'dashboard',
  'dashboard-banner',
  'upload-file-chosen-pro',
  'dashboard-share-details',
];

test('the dashboard with the browser’s font size doubled: controls grow, nothing scrolls sideways or is cut off', async ({
  openBrowser,
}) => {
  const browser = await openBrowser(['--blink-settings=defaultFontSize=32']);
  const page = await browser.newPage({
    baseURL: stackInfo().url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['local-network-access'],
  });
  await openDashboard(page);
  const select = page.getByRole('button', { name: 'Select File' });
  expect((await select.boundingBox())?.height).toBeGreaterThanOrEqual(96);
  const found: string[] = [];
  for (const screen of dashboardScreens.filter(({ name }) => shown.includes(name))) {
    await page.setViewportSize(sizes['1280x800']);
    await showScreen(page, screen);
    for (const [size, viewport] of Object.entries(shownSizes)) {
      await page.setViewportSize(viewport);
      await settled(page);
      const name = `${screen.name}, ${size}`;
      // One column: the larger text has no room beside the navigation.
      const main = await page.getByRole('main').boundingBox();
      expect((main?.width ?? 0) / viewport.width).toBeGreaterThan(0.9);
      found.push(...(await overflow(page, name)), ...(await cutOffTexts(page, name)));
    }
  }
  expect(found).toEqual([]);
});
