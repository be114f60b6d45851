import { instrument, observe } from '../../support/instruments.js';
import { openNetwork } from '../../support/network/network.js';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../../support/people.js';
import { alone, exclusive } from '../../support/stack.js';
import { expect, test } from '../../support/test.js';

const mebibyte = 1024 * 1024;

test(
  'over a line that loses one packet in a hundred several connections carry the file',
  { tag: [exclusive, alone] },
  async ({ openBrowser }) => {
    const network = openNetwork();
    const file = await randomFile(16 * mebibyte);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    for (const page of [sender, recipient]) {
      await instrument(page);
      await network.carry(page);
    }
    await openDashboard(sender);
    await openShare(recipient, await createShare(sender, file.path));
    network.degrade({ lossRate: 0.01, delayMs: 25 });
    const received = receiveVerified(recipient);
    // On a busy machine pings are late, which looks like a queue, and then no lane is opened for a minute and more.
    for (const page of [sender, recipient])
      await expect
        .poll(async () => (await observe(page)).lanes, { timeout: 90_000 })
        .toBeGreaterThan(0);
    network.degrade({ lossRate: 0, delayMs: 25 });
    expect(await received).toBe(file.sha256);
    // One connection that signalling knows of.
    expect(await observe(recipient)).toMatchObject({ connections: 1 });
    await network.close();
    await file.remove();
  },
);
