import { act, render, screen, within } from '@testing-library/react';
import { createFakeEngine } from '../../test/fake-engine.js';
import { giveDetails, givePassword, open, settle, withFreshPage } from '../../test/opened-page.js';
import { BeforeDownload } from './before-download.js';

withFreshPage();

describe('before a download', () => {
  it.each([
    [64 * 1024 ** 2 - 1, /This file is 64\.00 MB, but this browser can store only 64\.00 MB/],
    [2048, /can store only 2\.00 KB/],
  ])('warns when only %i bytes can be stored', async (limit, warning) => {
    const engine = createFakeEngine();
    engine.planSaving = () => Promise.resolve({ kind: 'memory', maxBytes: limit, needed: null });
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    const text = await screen.findByText(warning);
    expect(text.closest('[role=alert]')).not.toBeNull();
    expect(screen.getByText('Chrome and Edge on a computer let you choose any disk.')).toBeTruthy();
  });

  it.each([
    ['window', () => void dispatchEvent(new Event('focus'))],
    ['tab, as on a phone', () => void document.dispatchEvent(new Event('visibilitychange'))],
  ])('no longer warns once the user has freed space and is back in the %s', async (_, comeBack) => {
    const engine = createFakeEngine();
    let maxBytes = 2048;
    engine.planSaving = () => Promise.resolve({ kind: 'opfs', maxBytes, needed: null });
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    await screen.findByText(/can store only 2\.00 KB/);
    maxBytes = 128 * 1024 ** 2;
    act(comeBack);
    await settle();
    expect(screen.queryByText(/can store only/)).toBeNull();
    expect(screen.getByText('Before you download')).toBeTruthy();
  });

  it('does not warn of the space that the file itself takes while it arrives', async () => {
    const engine = createFakeEngine();
    engine.planSaving = () => Promise.resolve({ kind: 'opfs', maxBytes: 2048, needed: null });
    render(
      <BeforeDownload
        shareId="s1"
        fileSize="64.00 MB"
        loadEngine={() => Promise.resolve(engine)}
        isReady={false}
      />,
    );
    await settle();
    expect(screen.queryByText(/can store only/)).toBeNull();
  });

  const bytes = 64 * 1024 ** 2;
  const picked = [
    'Saved to',
    'The place you choose. The file there stays empty until the download is complete.',
  ];
  const downloads = ['Saved to', 'Your downloads folder'];
  const space = (text: string) => ['Free space needed', text];
  const continues = ['After a reload', 'The download continues where it stopped'];
  const startsAgain = ['After a reload', 'The download starts from the beginning'];
  const kept = (text: RegExp): unknown[] => ['Temporary copy', expect.stringMatching(text)];
  const twice = ', because the file is stored twice while it is being saved';

  it.each([
    [
      { kind: 'picker', needed: { saved: bytes, stored: 0 } },
      [picked, space('64.00 MB'), startsAgain],
    ],
    [
      { kind: 'picker', needed: { saved: 2 * bytes, stored: 0 } },
      [picked, space(`128.00 MB${twice}`), startsAgain],
    ],
    [
      { kind: 'picker', survivesReload: true, needed: { saved: bytes, stored: bytes / 2 } },
      [
        picked,
        space('64.00 MB there, and 32.00 MB in this browser’s storage'),
        continues,
        kept(/until the file is saved\. An unfinished download is kept for a week\.$/),
      ],
    ],
    [
      { kind: 'stream', needed: { saved: bytes, stored: 0 } },
      [downloads, space('64.00 MB'), startsAgain],
    ],
    [
      { kind: 'opfs', survivesReload: true, needed: { saved: bytes, stored: bytes } },
      [
        downloads,
        space(`128.00 MB${twice}`),
        continues,
        kept(/after that\. An unfinished download is kept for a week\.$/),
      ],
    ],
    [
      { kind: 'opfs', survivesReload: true, needed: { saved: bytes, stored: 0 } },
      [downloads, space('64.00 MB'), continues, kept(/week\.$/)],
    ],
    [
      { kind: 'opfs', survivesReload: false, needed: { saved: bytes, stored: bytes } },
      [downloads, space(`128.00 MB${twice}`), startsAgain, kept(/after that\.$/)],
    ],
    [
      { kind: 'memory', needed: { saved: bytes, stored: 0 } },
      [downloads, space('64.00 MB'), ['Memory needed', '64.00 MB'], startsAgain],
    ],
    [{ kind: 'stream', needed: null }, [downloads, space('64.00 MB'), startsAgain]],
  ] as const)(
    'states where the file goes, what it needs, and what a reload does: %j',
    async (plan, rows) => {
      const engine = createFakeEngine();
      const sizes: (number | null)[] = [];
      engine.planSaving = (totalBytes) => {
        sizes.push(totalBytes);
        return Promise.resolve({ maxBytes: null, ...plan });
      };
      const page = open({}, engine);
      await givePassword(page);
      await giveDetails(page);
      const title = await screen.findByText('Before you download');
      const labels = within(title.closest('div') as HTMLElement).getAllByRole('term');
      const table = labels.map((label) => [
        label.textContent,
        label.nextElementSibling?.textContent,
      ]);
      expect(table).toEqual(rows);
      expect(sizes).toEqual([bytes]);
      await page.user.click(screen.getByRole('button', { name: 'Download File' }));
      await screen.findByText('Connecting');
      expect(screen.queryByText('Before you download')).toBeNull();
    },
  );

  it.each([64 * 1024 ** 2, null])('does not warn when %p bytes can be stored', async (limit) => {
    const engine = createFakeEngine();
    engine.planSaving = () => Promise.resolve({ kind: 'opfs', maxBytes: limit, needed: null });
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    await settle();
    expect(screen.queryByText(/can store only/)).toBeNull();
  });
});
