import type { Browser, Page } from '@playwright/test';
import {
  createShare,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  openDashboard,
  type ShareHandle,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { exclusive, killService, suspendServices, whenServiceReady } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;
const isLong = Boolean(process.env['LONG_RUN']);
/** At the limit that all of them share, no transfer completes before the last one has begun. */
const fileBytes = 6 * mebibyte;
const megabytesPerSecond = 1;
const shares = isLong ? 5 : 2;
/** Recipients by browser; each opens every share. */
const people = Array.from({ length: isLong ? 5 : 2 }, (_, browser) => [
  2 * browser + 1,
  2 * browser + 2,
]);
const transfers = people.flat().length * shares;
const restarts = isLong ? 20 : 1;
const victims = ['signalling-1', 'signalling-2', 'gateway', 'shares', 'nats'];
if (isLong) victims.push('identity', 'billing', 'audit', 'analytics', 'turn-credentials');

/** Does not wait for the panel. */
const stateOf = (page: Page): Promise<string> =>
  page
    .locator('[data-state]')
    .evaluateAll(([panel]) => (panel ? panel.getAttribute('data-state') : null) ?? 'completed');

/** One tab per recipient and share. Tabs of one browser open sequentially, which is faster. */
const openRecipients = async (browser: Browser, persons: number[], handles: ShareHandle[]) => {
  const pages: Page[] = [];
  for (const person of persons) {
    const first = await recipientPage(browser);
    for (const [index, share] of handles.entries()) {
      const page = index === 0 ? first : await first.context().newPage();
      await openShare(page, share, { email: `person-${String(person)}@example.com` });
      pages.push(page);
    }
  }
  return pages;
};

/** Two people in the middle of a transfer at this speed. */
const startTransfer = async (openBrowser: () => Promise<Browser>, speed: number) => {
  const file = await randomFile(16 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  await limitSpeed(sender, speed);
  await openShare(recipient, share);
  const receiving = receiveVerified(recipient);
  await expect(recipient.getByText(/[KM]B\/s/)).toBeVisible();
  return { file, sender, receiving };
};

test(
  'a transfer completes when both signalling processes are killed during it',
  { tag: exclusive },
  async ({ openBrowser }) => {
    const { file, sender, receiving } = await startTransfer(openBrowser, 1);
    await Promise.all([killService('signalling-1'), killService('signalling-2')]);
    await Promise.all([whenServiceReady('signalling-1'), whenServiceReady('signalling-2')]);
    await liftSpeedLimit(sender);
    expect(await receiving).toBe(file.sha256);
    await file.remove();
  },
);

test(
  'a transfer completes while database and broker are suspended, and is recorded afterwards',
  { tag: exclusive },
  async ({ openBrowser }) => {
    const speed = isLong ? 0.3 : 4;
    const { file, sender, receiving } = await startTransfer(openBrowser, speed);
    const resume = await suspendServices(['mongo', 'nats']);
    try {
      expect(await receiving).toBe(file.sha256);
    } finally {
      resume();
    }
    await expect(sender.getByText(/· 1 download ·/)).toBeVisible({ timeout: 60_000 });
    await file.remove();
  },
);

test(
  `${transfers} transfers complete and are recorded when signalling, gateway, shares and broker are killed during them${isLong ? `, and all others, ${restarts} times` : ''} [7.16]`,
  { tag: exclusive },
  async ({ openBrowser }) => {
    const file = await randomFile(fileBytes);
    const sender = await (await openBrowser()).newPage();
    await openDashboard(sender);
    const handles: ShareHandle[] = [];
    for (let n = 0; n < shares; n++) handles.push(await createShare(sender, file.path));
    await limitSpeed(sender, megabytesPerSecond);
    const browsers = await Promise.all(people.map(() => openBrowser()));
    const opened = browsers.map((browser, index) =>
      openRecipients(browser, people[index] ?? [], handles),
    );
    const recipients = (await Promise.all(opened)).flat();

    const received = recipients.map(receiveVerified);
    await expect
      .poll(
        async () => {
          const states = await Promise.all(recipients.map(stateOf));
          return states.filter((state) => state === 'receiving').length;
        },
        { timeout: 60_000 },
      )
      .toBe(transfers);
    for (let restart = 1; restart < restarts; restart += 1) {
      await Promise.all(victims.map((name) => killService(name)));
      await Promise.all(victims.map((name) => whenServiceReady(name)));
    }
    await Promise.all(victims.map((name) => killService(name)));
    const statesAtKill = await Promise.all(recipients.map(stateOf));
    await liftSpeedLimit(sender);
    await Promise.all(victims.map((name) => whenServiceReady(name)));

    const digests = await Promise.all(received);
    expect([...new Set(digests)]).toEqual([file.sha256]);
    expect(digests).toHaveLength(transfers);
    test.info().annotations.push({ type: 'states at kill', description: statesAtKill.join(' ') });
    expect(statesAtKill).not.toContain('completed');
    const downloads = new RegExp(`${people.flat().length} downloads`);
    await expect(sender.getByText(downloads)).toHaveCount(shares, { timeout: 60_000 });
    await file.remove();
  },
);
