import type { Page } from '@playwright/test';
import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import { openNetwork } from '../support/network/network.js';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../support/people.js';
import { alone } from '../support/stack.js';
import { suspend } from '../support/suspend.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;

// The whole browser sleeps.
test.use({ program: 'chromium', trace: 'off' });

type Side = 'recipient' | 'sender';

const expectSaid = async (sleeper: Side, pages: Record<Side, Page>): Promise<void> => {
  if (sleeper === 'recipient') {
    const live = pages.sender.getByRole('region', { name: 'Sending now' });
    // Whichever is noticed first: that nothing is acknowledged, or that the path is down.
    const stale = live.getByText(/Waiting for their device|Reconnecting/);
    await expect(stale.first()).toBeVisible();
    await expect(live.getByText('Reconnecting').first()).toBeVisible({ timeout: 60_000 });
    return;
  }
  const page = pages.recipient;
  await expect(page.getByText('Waiting for Ada Sender…').first()).toBeVisible();
  await expect(page.getByText(/^Reconnecting/).first()).toBeVisible({ timeout: 60_000 });
  // Long enough that the server has closed the sender's socket, and the recipient has given the connection up.
  await expect(page.getByText(/^The sender went offline/)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Waiting for Ada Sender…').first()).toBeVisible({ timeout: 90_000 });
};

/**
 * From the wake until the recipient has more bytes. Waiting for a connection that is given up takes over half a minute.
 */
const mostMs = 20_000;

test(
  'while a computer sleeps the other page says so, and the transfer continues after it',
  { tag: alone },
  async ({ openBrowser }) => {
    // At 20 Mbit/s neither sleep begins after the end; a busy machine carries a tenth of that.
    const file = await randomFile(18 * mebibyte);
    const browsers = { sender: await openBrowser(), recipient: await openBrowser() };
    const pages = {
      sender: await browsers.sender.newPage(),
      recipient: await recipientPage(browsers.recipient),
    };
    const network = openNetwork();
    for (const page of [pages.sender, pages.recipient]) {
      await instrument(page);
      await network.carry(page);
    }
    network.degrade({ delayMs: 1, lossRate: 0, mbit: 20, queueMs: 40 });
    await openDashboard(pages.sender);
    await openShare(pages.recipient, await createShare(pages.sender, file.path));
    const receiving = receiveVerified(pages.recipient);
    await whenReceivedBeyond(pages.recipient, 4 * mebibyte);

    for (const sleeper of ['recipient', 'sender'] as const) {
      await test.step(`the ${sleeper}'s computer`, async () => {
        network.cut();
        const wake = await suspend(browsers[sleeper]);
        try {
          await expectSaid(sleeper, pages);
        } finally {
          network.heal();
          wake();
        }
        const wokeAtMs = Date.now();
        const { receivedBytes } = await observe(pages.recipient);
        const resumedAtMs = await whenReceivedBeyond(pages.recipient, receivedBytes);
        expect(resumedAtMs - wokeAtMs).toBeLessThan(mostMs);
        const live = pages.sender.getByRole('region', { name: 'Sending now' });
        await expect(live.getByText('Grace Recipient')).toHaveCount(1);
      });
    }
    expect(await receiving).toBe(file.sha256);
    await network.close();
    await file.remove();
  },
);
