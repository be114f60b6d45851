import type { Page } from '@playwright/test';
import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import { openNetwork } from '../support/network/network.js';
import { createShare, openDashboard, openShare, randomFile } from '../support/people.js';
import { alone } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { openTab, untilSlowed } from '../support/visible-tabs.js';

const mebibyte = 1024 * 1024;

/** Bytes per ms, over this many bytes. */
const rateOf = async (recipient: Page, bytes: number): Promise<number> => {
  const { receivedBytes } = await observe(recipient);
  const startMs = Date.now();
  const endMs = await whenReceivedBeyond(recipient, receivedBytes + bytes);
  return bytes / (endMs - startMs);
};

test(
  'a transfer has its rate back after a slow moment while both people look at other tabs',
  { tag: alone },
  async ({ baseURL: _ }) => {
    const file = await randomFile(80 * mebibyte);
    const [sender, recipient] = [await openTab(), await openTab()];
    const network = openNetwork();
    const setLine = (mbit: number): void =>
      network.degrade({ delayMs: 25, lossRate: 0, mbit, queueMs: 50 });
    try {
      for (const { page } of [sender, recipient]) {
        await instrument(page);
        await network.carry(page);
      }
      setLine(20);
      await openDashboard(sender.page);
      await openShare(recipient.page, await createShare(sender.page, file.path));
      await recipient.page.getByRole('button', { name: 'Download File' }).click();
      await whenReceivedBeyond(recipient.page, 2 * mebibyte);
      const visibleRate = await rateOf(recipient.page, 8 * mebibyte);

      await Promise.all([sender.hide(), recipient.hide()]);
      await Promise.all([untilSlowed(sender.page), untilSlowed(recipient.page)]);
      // With slow timers the rate falls to a twentieth when the line is slower for a moment, and stays there.
      setLine(4);
      await rateOf(recipient.page, mebibyte);
      setLine(20);
      expect(await rateOf(recipient.page, 16 * mebibyte)).toBeGreaterThan(visibleRate / 3);
    } finally {
      await network.close();
      await sender.close();
      await recipient.close();
      await file.remove();
    }
  },
);
