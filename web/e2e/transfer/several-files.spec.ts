import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { BlobReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import {
  createShareOf,
  download,
  expectVerified,
  openShare,
  recipientPage,
  sha256OfDownload,
  openDashboard,
} from '../support/people.js';
import { expect, test } from '../support/test.js';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a folder; resolves with its path and the digest of each file. */
const folderOf = async (name: string, sizes: Record<string, number>) => {
  const path = join(await mkdtemp(join(tmpdir(), 'tandem-e2e-')), name);
  const digests: Record<string, string> = {};
  for (const [file, bytes] of Object.entries(sizes)) {
    const content = randomBytes(bytes);
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), content);
    digests[`${name}/${file}`] = digest(content);
  }
  return { path, digests, remove: () => rm(dirname(path), { recursive: true }) };
};

/** Reads the archive with an independent library that compares the checksums. */
const unpack = async (saved: Download): Promise<Record<string, string>> => {
  const reader = new ZipReader(new BlobReader(new Blob([await readFile(await saved.path())])));
  const found: Record<string, string> = {};
  for (const entry of (await reader.getEntries()) as FileEntry[])
    found[entry.filename] = digest(
      await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }),
    );
  await reader.close();
  return found;
};

const receive = async (page: Page): Promise<Download> => {
  const [saved] = await Promise.all([download(page), expectVerified(page)]);
  return saved;
};

test('a folder arrives as one archive, and as the same archive after the sender reloads', async ({
  openBrowser,
}) => {
  const folder = await folderOf('Befunde 2026', {
    'scan.dcm': 6 * 1024 * 1024,
    'notes/Ärztin.txt': 1234,
    'notes/empty.txt': 0,
  });
  const sender = await (await openBrowser()).newPage();
  const recipients = await openBrowser();
  await openDashboard(sender);
  await sender.locator('input[aria-label="Select Folder"]').setInputFiles(folder.path);
  await expect(sender.getByText('Befunde 2026.zip')).toBeVisible();
  const share = await createShareOf(sender);

  const first = await recipientPage(recipients);
  await openShare(first, share);
  const saved = await receive(first);
  expect(saved.suggestedFilename()).toBe('Befunde 2026.zip');
  expect(await unpack(saved)).toEqual(folder.digests);

  // A delivered share is not offered as interrupted; its row still takes the folder for further recipients.
  await sender.reload();
  await expect(sender.getByRole('button', { name: /^Choose folder to send/ })).toBeVisible();
  await expect(sender.getByText('Resume sending?')).toBeHidden();
  await sender
    .locator('input[aria-label="Choose folder to send Befunde 2026.zip"]')
    .setInputFiles(folder.path);
  await sender.getByRole('button', { name: 'Send from here' }).click();
  await expect(sender.getByText('Sending now')).toBeVisible();
  const second = await recipientPage(recipients);
  await openShare(second, share);
  expect(await sha256OfDownload(await receive(second))).toBe(await sha256OfDownload(saved));
  await folder.remove();
});

/** Drops a file at the top of the page, outside of all controls. */
const dropAtTop = async (page: Page, path: string): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 640, y: 60, data });
  await cdp.detach();
};

test('a file dropped anywhere on the dashboard is selected; on other pages the browser does not open it', async ({
  openBrowser,
}) => {
  const folder = await folderOf('Desk', { 'letter.pdf': 4321 });
  const page = await (await openBrowser()).newPage();
  await openDashboard(page);
  await dropAtTop(page, join(folder.path, 'letter.pdf'));
  await expect(page.getByText('letter.pdf')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  // Checks the event instead of the navigation: a headless browser does not open dropped files.
  await page.evaluate(() =>
    window.addEventListener('dragover', ({ defaultPrevented, dataTransfer }) =>
      Object.assign(window, { seen: [defaultPrevented, dataTransfer?.dropEffect] }),
    ),
  );
  await dropAtTop(page, join(folder.path, 'letter.pdf'));
  await expect
    .poll(() => page.evaluate(() => (window as { seen?: unknown }).seen))
    .toEqual([true, 'none']);
  await folder.remove();
});
