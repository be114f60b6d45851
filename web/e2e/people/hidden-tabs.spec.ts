import type { Page } from '@playwright/test';
import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import { openNetwork } from '../support/network/network.js';
import { createShare, openDashboard, openShare, randomFile } from '../support/people.js';
import { alone } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { openTab, untilSlowed } from '../support/visible-tabs.js';

const mebibyte = 1024 * 1024;

/** Bytes per ms. */
const rateOf = async (recipient: Page): Promise<number> => {
  const { receivedBytes } = await observe(recipient);
  const startMs = Date.now();
  const endMs = await whenReceivedBeyond(recipient, receivedBytes + 8 * mebibyte);
  return (8 * mebibyte) / (endMs - startMs);
};

test(
  'a transfer keeps its rate when both people look at other tabs',
  { tag: alone },
  async ({ baseURL: _ }) => {
    const file = await randomFile(96 * mebibyte);
    const [sender, recipient] = [await openTab(), await openTab()];
    const network = openNetwork();
    try {
      for (const { page } of [sender, recipient]) {
        await instrument(page);
        await network.carry(page);
      }
      network.degrade({ delayMs: 25, lossRate: 0, mbit: 20, queueMs: 50 });
      await openDashboard(sender.page);
      await openShare(recipient.page, await createShare(sender.page, file.path));
      await recipient.page.getByRole('button', { name: 'Download File' }).click();
      await whenReceivedBeyond(recipient.page, 2 * mebibyte);
      const visibleRate = await rateOf(recipient.page);

      await Promise.all([sender.hide(), recipient.hide()]);
      await Promise.all([untilSlowed(sender.page), untilSlowed(recipient.page)]);
      // With slow timers it falls to a twentieth.
      expect(await rateOf(recipient.page)).toBeGreaterThan(visibleRate / 3);
    } finally {
      await network.close();
      await sender.close();
      await recipient.close();
      await file.remove();
    }
  },
);
