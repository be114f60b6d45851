import { createHash, randomBytes } from 'node:crypto';
import { standBetween } from '../support/network/man-in-the-middle.js';
import {
  createShare,
  download,
  expectLastWords,
  openShare,
  recipientPage,
  sha256OfDownload,
  openDashboard,
  type InMemoryFile,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const report: InMemoryFile = {
  name: 'quarterly report.pdf',
  mimeType: 'application/pdf',
  buffer: randomBytes(300_001),
};

test.describe('a server that stands between the two browsers', () => {
  for (const isRewriting of [false, true]) {
    test(`${isRewriting ? 'rewrites the file' : 'forwards everything'}: a protected link is refused on both sides and nothing is saved`, async ({
      openBrowser,
    }) => {
      const { url } = stackInfo();
      const sender = await (await openBrowser()).newPage();
      const recipient = await recipientPage(await openBrowser());
      const own = await (await openBrowser()).newPage();
      await own.goto(`${url}/terms`);
      const middle = await standBetween({ sender, recipient, own }, isRewriting);
      const downloads: unknown[] = [];
      recipient.on('download', (saved) => downloads.push(saved));

      await openDashboard(sender);
      await openShare(recipient, await createShare(sender, report));
      expect(new URL(recipient.url()).hash).toBe('');
      await recipient.getByRole('button', { name: 'Download File' }).click();

      await expect(
        recipient.getByText(/The sender could not prove that this link is theirs/).first(),
      ).toBeVisible({ timeout: 60_000 });
      await expect(
        sender.getByText(/This recipient could not prove that they have your link/).first(),
      ).toBeVisible();
      const seen = await middle.seen();
      expect(new Set([...seen.sender, ...seen.recipient])).toEqual(
        new Set(['peer-hello', 'peer-proof', 'transfer-error']),
      );
      expect(downloads).toEqual([]);
      const stored = await recipient.evaluate(async () => {
        const files: string[] = [];
        const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
          for await (const handle of folder.values()) {
            if (handle instanceof FileSystemDirectoryHandle) await walk(handle);
            else files.push(handle.name);
          }
        };
        await walk(await navigator.storage.getDirectory());
        return files;
      });
      expect(stored).toEqual([]);
    });
  }

  test('reads a file that is sent over a plain link, after the sender was asked', async ({
    openBrowser,
  }) => {
    const { url } = stackInfo();
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    const own = await (await openBrowser()).newPage();
    await own.goto(`${url}/terms`);
    const middle = await standBetween({ sender, recipient, own });

    await openDashboard(sender);
    const share = await createShare(sender, report);
    await openShare(recipient, { ...share, link: share.link.replace(/#.*/, '') });
    const received = download(recipient);
    await sender.getByRole('button', { name: 'Send anyway' }).click({ timeout: 60_000 });
    const digest = createHash('sha256').update(report.buffer).digest('hex');
    expect(await sha256OfDownload(await received)).toBe(digest);
    await expectLastWords(recipient, /The checksum matches the one that the other side sent/);
    expect((await middle.seen()).sender).toContain('file-metadata');
  });
});
