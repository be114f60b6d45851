import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';

/** Stands in for a chunk that does not load. */
jest.unstable_mockModule('./receive/receiver-details.js', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const { complete, halfWay, open, settle, show, startDownload, withFreshPage } =
  await import('./test/opened-page.js');

withFreshPage();
beforeEach(() => {
  localStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a download without the code of its details', () => {
  it('applies the limit of this device', async () => {
    const limit = { bytesPerSecond: 500_000, isYielding: false };
    localStorage.setItem('rate-limit-receive', JSON.stringify(limit));
    const page = open();
    await startDownload(page);
    expect(screen.getByText('This part of the page could not be loaded')).toBeTruthy();
    expect(page.engine.receiver.calls).toEqual(['limit 500000']);
  });

  it('remembers the file until it is complete', async () => {
    const page = open();
    await startDownload(page);
    show(page, { ...complete, state: 'receiving', isVerified: false, stats: halfWay });
    await settle();
    expect(JSON.parse(localStorage.getItem('arrived s1') ?? 'null')).toEqual({
      fileId: complete.file?.fileId,
      totalBytes: complete.file?.totalBytes,
    });
    show(page, complete);
    await settle();
    expect(localStorage.getItem('arrived s1')).toBeNull();
  });
});
