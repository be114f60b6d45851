import { screen } from '@testing-library/react';
import { createFakeEngine, plainSink } from '../../test/fake-engine.js';
import {
  complete,
  giveDetails,
  givePassword,
  halfWay,
  open,
  settle,
  show,
  startDownload,
  withFreshPage,
} from '../../test/opened-page.js';

withFreshPage();

describe('step 3 for the recipient', () => {
  it.each([
    [48, '48.00 MB of 64.00 MB already downloaded. The download resumes from there.'],
    [64, /^The whole file \(64\.00 MB\) is already on this device\..* nothing is sent again\.$/],
  ])('says after a reload how much is here and how much is missing: %i MB', async (mib, text) => {
    localStorage.clear();
    const stored = mib * 1024 ** 2;
    const planned: (string | null)[] = [];
    const chosen: (string | null)[] = [];
    const fake = createFakeEngine(({ fileId }) => {
      chosen.push(fileId);
      return Promise.resolve(plainSink);
    });
    const engine: typeof fake = {
      ...fake,
      storedBytes: () => Promise.resolve(stored),
      planSaving(totalBytes, fileId) {
        planned.push(fileId);
        return fake.planSaving(totalBytes, fileId);
      },
    };
    const interrupted = open({}, engine);
    await startDownload(interrupted);
    show(interrupted, { ...complete, state: 'receiving', isVerified: false, stats: halfWay });
    await settle();
    interrupted.view.unmount();
    const page = open({}, engine);
    await givePassword(page);
    await giveDetails(page);
    expect(await screen.findByText(text)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    show(page, complete);
    await settle();
    // The stored part needs no further room.
    expect([planned[0], planned.at(-1)]).toEqual([null, complete.file?.fileId]);
    expect(chosen).toEqual([null, complete.file?.fileId]);
    expect(localStorage.getItem('arrived s1')).toBeNull();
  });

  it('has a part of an earlier version replaced, and does not promise to resume it', async () => {
    localStorage.setItem('arrived s1', JSON.stringify({ fileId: 'file-1.4', totalBytes: 9 }));
    const chosen: (string | null)[] = [];
    const fake = createFakeEngine(({ fileId }) => {
      chosen.push(fileId);
      return Promise.resolve(plainSink);
    });
    const page = open({}, { ...fake, storedBytes: () => Promise.resolve(5) });
    await givePassword(page);
    await giveDetails(page);
    await settle();
    expect(screen.queryByText(/already downloaded/)).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Download File' }));
    await settle();
    expect(chosen).toEqual(['file-1.4']);
  });
});
