import { screen, within } from '@testing-library/react';
import { createFakeEngine } from '../../test/fake-engine.js';
import { giveDetails, givePassword, open, settle, withFreshPage } from '../../test/opened-page.js';

withFreshPage();

describe('before a download', () => {
  it.each([
    [64 * 1024 ** 2 - 1, /This file is 64\.00 MB, but this browser can store only 64\.00 MB/],
    [2048, /can store only 2\.00 KB/],
  ])('warns when only %i bytes can be stored', async (limit, warning) => {
    const engine = createFakeEngine();
    engine.planSaving = () => Promise.resolve({ kind: 'memory', maxBytes: limit });
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    const text = await screen.findByText(warning);
    expect(text.closest('[role=alert]')).not.toBeNull();
    expect(screen.getByText('Chrome and Edge on a computer let you choose any disk.')).toBeTruthy();
  });

  const twice = '128.00 MB: the file is stored twice until it is saved';
  const continues = ['After a reload', 'The download continues where it stopped'];
  const startsAgain = ['After a reload', 'The download starts again'];
  const temporaryCopy = ['Temporary copy', expect.stringMatching(/^In this browser, until/)];

  it.each([
    [
      { kind: 'picker' },
      [
        ['Saved to', expect.stringMatching(/^The place you choose\./)],
        ['Free space needed', '64.00 MB'],
        startsAgain,
      ],
    ],
    [
      { kind: 'picker', survivesReload: true, copies: 2 },
      [
        ['Saved to', expect.stringMatching(/stays empty until the download is complete/)],
        ['Free space needed', twice],
        continues,
      ],
    ],
    [
      { kind: 'stream' },
      [['Saved to', 'Your downloads folder'], ['Free space needed', '64.00 MB'], startsAgain],
    ],
    [
      { kind: 'opfs', survivesReload: true, copies: 2 },
      [
        ['Saved to', 'Your downloads folder'],
        ['Free space needed', twice],
        continues,
        temporaryCopy,
      ],
    ],
    [
      { kind: 'opfs', survivesReload: false, copies: 3 },
      [
        ['Saved to', 'Your downloads folder'],
        ['Free space needed', '192.00 MB: the file is stored three times until it is saved'],
        startsAgain,
        temporaryCopy,
      ],
    ],
    [
      { kind: 'memory' },
      [['Saved to', 'Your downloads folder'], ['Memory needed', '64.00 MB'], startsAgain],
    ],
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
      expect(sizes).toEqual([64 * 1024 ** 2]);
      await page.user.click(screen.getByRole('button', { name: 'Download File' }));
      await screen.findByText('Connecting');
      expect(screen.queryByText('Before you download')).toBeNull();
    },
  );

  it.each([64 * 1024 ** 2, null])('does not warn when %p bytes can be stored', async (limit) => {
    const engine = createFakeEngine();
    engine.planSaving = () => Promise.resolve({ kind: 'opfs', maxBytes: limit });
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    await settle();
    expect(screen.queryByText(/can store only/)).toBeNull();
  });
});
