import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { lacksFirefox, withoutFirefox } from '../../../tools/bootstrap/install/programs.mjs';
import { launchFirefoxProcess } from '../support/browsers.js';
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

/** Debian's Firefox and its download folder. */
interface Firefox {
  browser: Browser;
  downloads: string;
}

const startFirefox = async (): Promise<Firefox> => {
  const downloads = await mkdtemp(join(tmpdir(), 'tandem-firefox-'));
  const browser = await launchFirefoxProcess({ downloadsPath: downloads });
  return { browser, downloads };
};

/** Shared by both tests because it starts slowly. Each test has its own context. */
const test = base.extend<object, { firefox: Firefox }>({
  firefox: [
    async ({ browserName: _ }, provide) => {
      const firefox = await startFirefox();
      await provide(firefox);
      await firefox.browser.close();
      await rm(firefox.downloads, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** The downloaded file once it is complete: Playwright gets no download events from this Firefox. */
const savedFile = async (folder: string): Promise<string> => {
  const complete = async (): Promise<string | undefined> => {
    for (const name of await readdir(folder, { recursive: true })) {
      const entry = await stat(join(folder, name)).catch(() => null);
      if (entry?.isFile() === true && entry.size === bytes) return name;
    }
    return undefined;
  };
  await expect.poll(complete, { timeout: 30_000 }).toBeDefined();
  return join(folder, (await complete()) ?? '');
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
    expect(await sha256OfFile(await savedFile(firefox.downloads))).toBe(file.sha256);
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
