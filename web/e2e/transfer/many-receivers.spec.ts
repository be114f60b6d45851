import { fitDisk, setPace, sha256OnDisk } from '../support/disk.js';
import { instrument, observe } from '../support/instruments.js';
import {
  chooseAgain,
  createShare,
  expectVerified,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  openDashboard,
  sendFromHere,
} from '../support/people.js';
import { exclusive } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;
const blockBytes = 4 * mebibyte;
/** More than the window of four, so that the stalled recipient stops the sender. */
const blocks = 6;

test(
  'a recipient with a stalled disk does not delay two others, which share one read per block [1.5]',
  { tag: exclusive },
  async ({ openBrowser }) => {
    const file = await randomFile(blocks * blockBytes);
    const sender = await (await openBrowser()).newPage();
    const [one, two] = [await openBrowser(), await openBrowser()];
    const quick = [await recipientPage(one), await recipientPage(two)];
    const stuck = await (await one.newContext()).newPage();
    await instrument(sender);
    await fitDisk(stuck, Number.POSITIVE_INFINITY);
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    // All recipients wait for the sender and start together.
    await sender.getByRole('button', { name: 'Stop sending' }).click();
    for (const page of [...quick, stuck]) await openShare(page, share);
    const received = quick.map(receiveVerified);
    await stuck.getByRole('button', { name: 'Download File' }).click();
    await expect(stuck.getByText(/Connecting to the sender/).first()).toBeVisible();
    await chooseAgain(sender, 'random.bin', file.path);
    await sendFromHere(sender);

    expect(await Promise.all(received)).toEqual([file.sha256, file.sha256]);
    await expect(stuck.getByText(/identical to the sender/)).toBeHidden();
    await expect(sender.getByText('Verified, identical to your copy')).toHaveCount(2);

    await setPace(stuck, 0);
    await expectVerified(stuck);
    expect(await sha256OnDisk(stuck)).toBe(file.sha256);

    const { reads } = await observe(sender);
    // Except the first block, which is also read to identify the file.
    const counts = Array.from(
      { length: blocks - 1 },
      (_, block) => reads[String((block + 1) * blockBytes)] ?? 0,
    );
    test.info().annotations.push({ type: 'reads', description: counts.join(' ') });
    // Once for the two recipients in step, once more for the stalled one.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await file.remove();
  },
);
