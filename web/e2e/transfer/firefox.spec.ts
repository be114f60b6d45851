import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { lacksFirefox, withoutFirefox } from '../../../tools/bootstrap/install/programs.mjs';
import { savedFiles, startFirefox, type Firefox } from '../support/browsers.js';
import { expectOnlyUnderWayRepeated, instrument, observe } from '../support/instruments.js';
import {
  createShare,
  expectLastWords,
  expectVerified,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  sha256OfFile,
  signUp,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { stackInfo } from '../support/stack.js';
import { expect, test as base } from '../support/test.js';

const bytes = 16 * 1024 * 1024;

/** Shared by both tests because it starts slowly. Each test has its own context. */
const test = base.extend<object, { firefox: Firefox }>({
  firefox: [
    async ({ browserName: _ }, provide) => {
      const firefox = await startFirefox();
      await provide(firefox);
      await firefox.close();
    },
    { scope: 'worker' },
  ],
});

/** The downloaded file once it is complete. */
const savedFile = async (firefox: Firefox): Promise<string> => {
  await expect.poll(() => savedFiles(firefox, bytes), { timeout: 30_000 }).not.toEqual([]);
  const [path = ''] = await savedFiles(firefox, bytes);
  return path;
};

test.skip(lacksFirefox(), withoutFirefox);

test.describe('Chromium and Firefox, over protocol version 2', () => {
  test('a file from Chromium arrives identical in Firefox [1.3]', async ({
    openBrowser,
    firefox,
  }) => {
    const file = await randomFile(bytes);
    const sender = await (await openBrowser()).newPage();
    const recipient = await (await firefox.browser.newContext()).newPage();
    await instrument(sender);
    await openDashboard(sender);
    await openShare(recipient, await createShare(sender, file.path));
    await recipient.getByRole('button', { name: 'Download File' }).click();
    await expectVerified(recipient);
    await expectLastWords(recipient, /Sent directly/);
    expect(await sha256OfFile(await savedFile(firefox))).toBe(file.sha256);
    await expect(sender.getByText('Verified, identical to your copy')).toBeVisible();
    const { connections, sentBytes } = await observe(sender);
    expect(connections).toBe(1);
    expectOnlyUnderWayRepeated(sentBytes, bytes);
    await file.remove();
  });

  test('a file from Firefox arrives identical in Chromium [1.3]', async ({
    openBrowser,
    firefox,
  }) => {
    const file = await randomFile(bytes);
    const sender = await (await firefox.browser.newContext()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await instrument(recipient);
    await signUp(sender, stackInfo().url);
    await openShare(recipient, await createShare(sender, file.path));
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    await expect(sender.getByText('Verified, identical to your copy')).toBeVisible();
    await expect(sender.getByText(/· Direct/)).toBeVisible();
    const { connections, receivedBytes } = await observe(recipient);
    expect(connections).toBe(1);
    expectOnlyUnderWayRepeated(receivedBytes, bytes);
    await file.remove();
  });

  test('a file that is saved anew while Firefox sends it is not called verified', async ({
    openBrowser,
    firefox,
  }) => {
    const file = await randomFile(bytes);
    const sender = await (await firefox.browser.newContext()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await instrument(recipient);
    await signUp(sender, stackInfo().url);
    const share = await createShare(sender, file.path);
    await limitSpeed(sender, 2);
    await openShare(recipient, share);
    await recipient.getByRole('button', { name: 'Download File' }).click();
    await expect
      .poll(async () => (await observe(recipient)).receivedBytes, { timeout: 30_000 })
      .toBeGreaterThan(bytes / 4);
    // Firefox reads the new bytes where other browsers refuse to read.
    await writeFile(file.path, randomBytes(bytes));
    await liftSpeedLimit(sender);
    await expect(sender.getByText(/can no longer be read/).first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(recipient.getByText('file was changed, moved or deleted').first()).toBeVisible();
    await expect(recipient.getByText(/Verified/)).toBeHidden();
    await file.remove();
  });
});
