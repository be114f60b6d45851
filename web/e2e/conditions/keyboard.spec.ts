import { showScreen, signedInScreens } from '../screens/index.js';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { faultsOfStops } from './keyboard-stops.js';

const sizes = [
  { width: 1280, height: 720 },
  // The navigation is a bar at the bottom.
  { width: 360, height: 640 },
];

/** Where a bar at the bottom could cover what has the focus. */
const crowded = ['dashboard-banner', 'settings-free', 'subscribe', 'audit-logs-filtered', 'help'];

for (const size of sizes) {
  test(`no bar of the window covers what has the focus: ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDashboard(page);
    const faults: string[] = [];
    for (const screen of signedInScreens.filter(({ name }) => crowded.includes(name))) {
      await showScreen(page, screen);
      faults.push(...(await faultsOfStops(page)).map((fault) => `${screen.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}
