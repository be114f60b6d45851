import { showScreen, signedInScreens } from '../screens/index.js';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';

test('Recent Shares has the status of every share in the same place', async ({ page }) => {
  await openDashboard(page);
  const screen = signedInScreens.find(({ name }) => name === 'dashboard');
  if (screen === undefined) throw new Error('no screen');
  await showScreen(page, screen);
  const list = page.getByRole('region', { name: 'Recent Shares' });
  const starts = await list
    .getByText(/^(Active|Stopped|Expired)$/)
    .evaluateAll((all) => all.map((badge) => Math.round(badge.getBoundingClientRect().left)));
  expect(starts).toHaveLength(4);
  expect(new Set(starts).size).toBe(1);
});
