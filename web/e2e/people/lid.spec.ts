import { instrument, observe, whenReceivedBeyond } from '../support/instruments.js';
import {
  createShare,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  signUp,
} from '../support/people.js';
import { alone, exclusive, stackInfo } from '../support/stack.js';
import { suspend } from '../support/suspend.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;
const resumeLimitMs = 10_000;

test.use({ trace: 'off' });

for (const sleeper of ['recipient', 'sender'] as const) {
  test(
    `while the ${sleeper}'s computer sleeps the other page says so, and the transfer goes on after it`,
    { tag: [exclusive, alone] },
    async ({ openBrowser }) => {
      test.setTimeout(240_000);
      const file = await randomFile(192 * mebibyte);
      const browsers = { sender: await openBrowser(), recipient: await openBrowser() };
      const sender = await browsers.sender.newPage();
      const recipient = await recipientPage(browsers.recipient);
      await instrument(sender);
      await instrument(recipient);
      await signUp(sender, stackInfo().url);
      await openShare(recipient, await createShare(sender, file.path));
      const receiving = receiveVerified(recipient);
      await whenReceivedBeyond(recipient, 8 * mebibyte);

      const wake = await suspend(browsers[sleeper]);
      try {
        if (sleeper === 'recipient') {
          const live = sender.getByRole('region', { name: 'Sending now' });
          // Whichever is noticed first: that nothing is acknowledged, or that the path is down.
          const stale = live.getByText(/Waiting for their device|Reconnecting/);
          await expect(stale.first()).toBeVisible();
          await expect(live.getByText('Reconnecting').first()).toBeVisible({ timeout: 60_000 });
        } else {
          await expect(recipient.getByText('Waiting for Ada Sender…').first()).toBeVisible();
          await expect(recipient.getByText(/^Reconnecting/).first()).toBeVisible({
            timeout: 60_000,
          });
        }
      } finally {
        wake();
      }
      const wokenAtMs = Date.now();
      const { receivedBytes } = await observe(recipient);
      expect((await whenReceivedBeyond(recipient, receivedBytes)) - wokenAtMs).toBeLessThan(
        resumeLimitMs,
      );
      expect(await receiving).toBe(file.sha256);
      await file.remove();
    },
  );
}
