import type { Page } from '@playwright/test';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../../support/people.js';
import { expect, test } from '../../support/test.js';

const mebibyte = 1024 * 1024;

interface Measuring {
  /** Connections that the other side has opened to measure. */
  accepted: RTCPeerConnection[];
  /** Messages received by each measuring channel that this side has opened. */
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

test('a transfer that loses its measuring connection measures over another one, and the file is right', async ({
  openBrowser,
}) => {
  const file = await randomFile(32 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  for (const page of [sender, recipient]) await watchMeasuring(page);
  await openDashboard(sender);
  const share = await createShare(sender, file.path);
  // The transfer must not end before the connection is replaced.
  await sender.getByText('Speed limit', { exact: true }).click();
  await sender.getByLabel('Limit in megabytes per second').fill('0.5');
  await sender.getByRole('button', { name: 'Set', exact: true }).click();
  await openShare(recipient, share);
  const received = receiveVerified(recipient);
  await expect.poll(() => answersOn(sender, 0)).toBeGreaterThan(0);
  await recipient.evaluate(() => {
    for (const connection of window.measuring.accepted) connection.close();
  });
  await expect.poll(() => answersOn(sender, 1), { timeout: 60_000 }).toBeGreaterThan(5);
  await sender.getByRole('radio', { name: 'No limit' }).check();
  expect(await received).toBe(file.sha256);
  await file.remove();
});
