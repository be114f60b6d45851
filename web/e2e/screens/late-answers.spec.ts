import type { Page } from '@playwright/test';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { answerApi } from './answers.js';
import { auditLogs, record, signedIn } from './samples.js';
import { noAnswer, showScreen, type Screen } from './screen.js';
import { settled, sizes } from './settled.js';

/** Where the heading of the records and the links of the navigation are, by name, in whole pixels. */
const places = async (
  page: Page,
  names: readonly string[],
): Promise<Record<string, readonly number[]>> => {
  await settled(page);
  const found = names.map(async (name) => {
    const named = page.getByRole('heading', { name }).or(page.getByRole('link', { name }));
    const { x = 0, y = 0 } = (await named.first().boundingBox()) ?? {};
    return [name, [Math.round(x), Math.round(y)]] as const;
  });
  return Object.fromEntries(await Promise.all(found));
};

const audit = { ...signedIn, '/api/audit-logs': auditLogs(24) };
const settings = { ...signedIn, '/api/user/admin-actions': [], '/api/sessions': [] };

/** The shortest time takes less room than the one that room is made for. */
const report = {
  isValid: true,
  length: 24,
  firstBroken: null,
  detail: '',
  head: '',
  at: '2026-05-01T01:11:11.000Z',
};

/** A screen, what arrives late, and what must not move. */
const cases: [string, Screen, Screen, string[]][] = [
  [
    'the result of the checks',
    {
      name: 'unchecked log',
      path: '/audit-logs',
      api: { ...audit, '/api/audit-logs/head': noAnswer, '/api/audit-logs/verify': noAnswer },
      ready: 'The server is verifying your entries',
    },
    {
      name: 'checked log',
      path: '/audit-logs',
      api: { ...audit, '/api/audit-logs/verify': report },
      ready: 'This browser saved the log',
    },
    ['Audit Records (24)'],
  ],
  [
    'the plan',
    {
      name: 'unknown plan',
      path: '/settings',
      api: { ...settings, '/api/user': noAnswer },
      ready: 'Where you are signed in',
    },
    {
      name: 'known plan',
      path: '/settings',
      api: { ...settings, '/api/user': record({ isAdmin: false }) },
      ready: 'Upgrade Account',
    },
    ['Dashboard', 'Audit Logs', 'Settings'],
  ],
];

for (const [what, before, after, names] of cases) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test(`nothing moves when ${what} arrives late, ${size}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await openDashboard(page);
      await page.evaluate(() => localStorage.removeItem('navigation'));
      await showScreen(page, before);
      const at = await places(page, names);
      await showScreen(page, after);
      await expect(
        page.getByText(/^The server verified your log|^Upgrade Account$/).first(),
      ).toBeVisible();
      expect(await places(page, names)).toEqual(at);
    });
  }
}

const phone = { '360x740': { width: 360, height: 740 } };
for (const [size, viewport] of Object.entries({ ...sizes, ...phone })) {
  test(`nothing moves while the log is verified and exported, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openDashboard(page);
    await showScreen(page, {
      name: 'log at rest',
      path: '/audit-logs',
      api: { ...audit, '/api/audit-logs/verify': report },
      ready: 'The server verified your log',
    });
    const heading = ['Audit Records (24)'];
    const at = await places(page, heading);
    await answerApi(page, {
      '/api/audit-logs/export': noAnswer,
      '/api/audit-logs/verify': noAnswer,
    });
    for (const [idle, busy] of [
      ['Export CSV', 'Exporting...'],
      ['Verify integrity', 'Verifying...'],
    ] as const) {
      await page.getByRole('button', { name: idle }).click();
      await expect(page.getByRole('button', { name: busy })).toBeVisible();
      expect(await places(page, heading), busy).toEqual(at);
    }
  });
}

test('the statement about the log takes the same room whatever its root hash is', async ({
  page,
}) => {
  await page.setViewportSize(sizes['390x844']);
  await openDashboard(page);
  await showScreen(page, {
    name: 'log',
    path: '/audit-logs',
    api: audit,
    ready: 'This browser saved the log',
  });
  const heading = ['Audit Records (24)'];
  const at = await places(page, heading);
  // A line may end after the hyphens of base64url.
  for (const root of ['x'.repeat(43), `${'x'.repeat(12)}-${'x'.repeat(30)}`, '-'.repeat(43)]) {
    await page.getByText(/^[\w-]{43}$/).evaluate((code, text) => (code.textContent = text), root);
    expect(await places(page, heading), root).toEqual(at);
  }
});
