import type { Page } from '@playwright/test';
import { fitDisk, setPace, writtenBytes } from '../support/disk.js';
import { instrument } from '../support/instruments.js';
import {
  createShare,
  expectVerified,
  openShare,
  randomFile,
  openDashboard,
} from '../support/people.js';
import { watchRenderers } from '../support/renderers.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;
const windowBytes = 16 * mebibyte;
const growthLimitBytes = 150 * mebibyte;
/** More than a page may grow, so that no page can hold the file. */
const fileBytes = 176 * mebibyte;
/** A tenth of the 15 MB/s that a data channel carries on two cores. */
const slowMsPerMiB = 700;

/** Received and not yet written. */
const waitingBytes = (recipient: Page): Promise<number> =>
  recipient.evaluate(() => window.observed.receivedBytes - window.disk.writtenBytes);

// Recording the pages would affect the memory measured here.
test.use({ trace: 'off' });

test('a disk ten times slower than the network slows the sender down; neither renderer grows by 150 MB', async ({
  openBrowser,
}) => {
  const browsers = [await openBrowser(), await openBrowser()] as const;
  const file = await randomFile(fileBytes);
  const [sender, recipient] = [await browsers[0].newPage(), await browsers[1].newPage()];
  await Promise.all([instrument(sender), instrument(recipient)]);
  await fitDisk(recipient, Number.POSITIVE_INFINITY);
  await openDashboard(sender);
  await openShare(recipient, await createShare(sender, file.path));

  const stopWatching = await watchRenderers(browsers);
  await recipient.getByRole('button', { name: 'Download File' }).click();
  // Stalled until the window is full, however slow the network is; then two blocks at the slow pace.
  await expect.poll(() => waitingBytes(recipient), { timeout: 60_000 }).toBe(windowBytes);
  await setPace(recipient, slowMsPerMiB);
  await expect
    .poll(() => writtenBytes(recipient), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(8 * mebibyte);
  expect(await waitingBytes(recipient)).toBeLessThanOrEqual(windowBytes);
  // The rest at full speed, when the buffers are fullest.
  await setPace(recipient, 0);
  await expectVerified(recipient, 200_000);
  const growth = await stopWatching();
  const growthMb = growth.map((bytes) => Math.round(bytes / mebibyte));
  test.info().annotations.push({ type: 'growth in MB', description: growthMb.join(' and ') });
  expect(Math.max(...growth)).toBeLessThan(growthLimitBytes);
  expect(await writtenBytes(recipient)).toBe(fileBytes);
  await file.remove();
});
