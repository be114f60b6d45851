import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchFirefoxProcess } from '../support/browsers.js';
import { instrument, observe } from '../support/instruments.js';
import {
  createShare,
  expectLastWords,
  expectVerified,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  sha256OfFile,
  signUp,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test as base } from '../support/test.js';

const bytes = 32 * 1024 * 1024;

/** Debian's Firefox and the folder into which it saves. */
interface Firefox {
  browser: Browser;
  downloads: string;
}

const startFirefox = async (): Promise<Firefox> => {
  const downloads = await mkdtemp(join(tmpdir(), 'tandem-firefox-'));
  const browser = await launchFirefoxProcess({
    downloadsPath: downloads,
    // Nobody here resolves the mDNS names behind which it hides its addresses.
    firefoxUserPrefs: { 'media.peerconnection.ice.obfuscate_host_addresses': false },
  });
  return { browser, downloads };
};

/** One for both tests: it takes long to start. Every test has a context of its own. */
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

/** The one file in the folder once it has all its bytes: this Firefox announces no download to us. */
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

test.describe('two kinds of browser, over protocol version 2', () => {
  test('Chromium sends, Firefox receives: the same bytes [1.3]', async ({
    openBrowser,
    firefox,
  }) => {
    const file = await randomFile(bytes);
    const sender = await (await openBrowser()).newPage();
    const recipient = await (await firefox.browser.newContext()).newPage();
    await instrument(sender);
    await signUp(sender, stackInfo().url);
    await openShare(recipient, await createShare(sender, file.path));
    await recipient.getByRole('button', { name: 'Download File' }).click();
    await expectVerified(recipient);
    await expectLastWords(recipient, /Sent directly/);
    expect(await sha256OfFile(await savedFile(firefox.downloads))).toBe(file.sha256);
    await expect(sender.getByText('Verified, identical to your copy')).toBeVisible();
    expect(await observe(sender)).toMatchObject({ connections: 1, sentBytes: bytes });
    await file.remove();
  });

  test('Firefox sends, Chromium receives: the same bytes [1.3]', async ({
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
    await expect(sender.getByText(/ · Direct/)).toBeVisible();
    expect(await observe(recipient)).toMatchObject({ connections: 1, receivedBytes: bytes });
    await file.remove();
  });
});
