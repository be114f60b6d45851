import { createHash, randomBytes } from 'node:crypto';
import {
  createShare,
  download,
  expectVerified,
  openDashboard,
  openShare,
  pinToPod,
  randomFile,
  receiveVerified,
  recipientPage,
  sha256OfDownload,
  signUp,
  type InMemoryFile,
} from '../support/people.js';
import { liftSpeedLimit, limitSpeed } from '../support/speed.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const mebibyte = 1024 * 1024;

// Like most people's browsers.
test.use({ program: 'chromium', contextOptions: { reducedMotion: 'no-preference' } });

test.describe('one file from one browser to another', () => {
  test('64 MiB of random bytes arrive identical, are verified on both sides and recorded in the audit log [1.1, 1.3, 1.4, 1.5, 1.13, 6.3]', async ({
    openBrowser,
  }) => {
    const { url } = stackInfo();
    const file = await randomFile(64 * mebibyte);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());

    await signUp(sender, url);
    const share = await createShare(sender, file.path);
    expect(share.link.replace(/#[\w-]{22}$/, '')).toBe(`${url}/share/${share.shareId}`);
    await limitSpeed(sender, 8);
    await openShare(recipient, share);

    const receiving = Promise.all([download(recipient), expectVerified(recipient)]);
    await Promise.all([
      expect(recipient.getByRole('progressbar')).toBeVisible(),
      expect(recipient.getByText(/[KM]B\/s/)).toBeVisible(),
      expect(sender.getByText(/[KM]B\/s/).first()).toBeVisible(),
    ]);
    await liftSpeedLimit(sender);
    const [saved] = await receiving;
    expect(saved.suggestedFilename()).toBe('random.bin');
    expect(await sha256OfDownload(saved)).toBe(file.sha256);
    await expect(sender.getByText('Verified, identical to your copy')).toBeVisible();

    await sender.goto(`${url}/audit-logs`);
    await expect(sender.getByText('grace@example.com').first()).toBeVisible();
    await file.remove();
  });

  const edgeFiles: InMemoryFile[] = [
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'one', mimeType: '', buffer: Buffer.from([7]) },
    {
      name: `..  "my" 'file' ..😀 ;&%.tar.gz`,
      mimeType: 'application/gzip',
      buffer: randomBytes(300_001),
    },
  ];
  test('an empty file, a single byte and a file name with spaces, quotes, emoji and dots arrive identical', async ({
    openBrowser,
  }) => {
    const sender = await (await openBrowser()).newPage();
    const recipients = (await recipientPage(await openBrowser())).context();
    await openDashboard(sender);
    for (const file of edgeFiles) {
      await test.step(file.name, async () => {
        const recipient = await recipients.newPage();
        await openShare(recipient, await createShare(sender, file));
        const [saved] = await Promise.all([download(recipient), expectVerified(recipient)]);
        const digest = createHash('sha256').update(file.buffer).digest('hex');
        expect(await sha256OfDownload(saved)).toBe(digest);
        expect(saved.suggestedFilename()).not.toMatch(/[/\\]|^\.\.?$/);
        expect(saved.suggestedFilename()).toContain(file.name.replace(/^[. ]*/, '').slice(-4));
      });
    }
  });

  test('a file arrives when sender and recipient use different signalling processes', async ({
    openBrowser,
  }) => {
    const file = await randomFile(2 * mebibyte);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await pinToPod(sender, 0);
    await pinToPod(recipient, 1);
    const sockets: string[] = [];
    for (const page of [sender, recipient]) {
      page.on('websocket', (socket) =>
        sockets.push(new URL(socket.url()).searchParams.get('pod') ?? ''),
      );
    }
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await openShare(recipient, share);
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    expect([...new Set(sockets)].sort()).toEqual(['0', '1']);
    await file.remove();
  });
});
