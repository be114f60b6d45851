import type { Page } from '@playwright/test';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../../support/speed.js';
import { expect, test } from '../../support/test.js';

const mebibyte = 1024 * 1024;

interface Measuring {
  /** Measuring connections that the other side opened. */
  accepted: RTCPeerConnection[];
  /** Messages received on each measuring channel that this side opened. */
  answers: number[];
}

declare global {
  interface Window {
    measuring: Measuring;
  }
}

const watchMeasuring = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const measuring: Measuring = { accepted: [], answers: [] };
    window.measuring = measuring;
    const { accepted, answers } = measuring;
    const pathLabel = 'path';
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        this.addEventListener('datachannel', ({ channel }) => {
          if (channel.label === pathLabel) accepted.push(this);
        });
      }
      override createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
        const channel = super.createDataChannel(label, init);
        if (label !== pathLabel) return channel;
        const index = answers.push(0) - 1;
        channel.addEventListener('message', () => (answers[index] = (answers[index] ?? 0) + 1));
        return channel;
      }
    };
  });

const answersOn = (page: Page, connection: number): Promise<number> =>
  page.evaluate((index) => window.measuring.answers[index] ?? 0, connection);

test('a transfer replaces a lost measuring connection, and the file arrives identical', async ({
  openBrowser,
}) => {
  const file = await randomFile(32 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  for (const page of [sender, recipient]) await watchMeasuring(page);
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  // The transfer must not end before the connection is replaced.
  await limitSpeed(sender, 0.5);
  await openShare(recipient, share);
  const received = receiveVerified(recipient);
  await expect.poll(() => answersOn(sender, 0)).toBeGreaterThan(0);
  await recipient.evaluate(() => {
    for (const connection of window.measuring.accepted) connection.close();
  });
  await expect.poll(() => answersOn(sender, 1), { timeout: 60_000 }).toBeGreaterThan(5);
  await liftSpeedLimit(sender);
  expect(await received).toBe(file.sha256);
  await file.remove();
});
