import { jest } from '@jest/globals';
import { installFakeOpfs, type FakeOpfs } from '../../transfer/test/support/fake-opfs.js';
import { sweepReceivedFiles } from './received-files.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let opfs: FakeOpfs;
beforeEach(() => {
  jest.useFakeTimers();
  opfs = installFakeOpfs();
});
afterEach(() => {
  jest.useRealTimers();
  opfs.remove();
});

/** A complete file, unless it has a record of its progress. */
const keep = (key: string, ageMs: number, suffixes: string[] = ['.data']): void => {
  for (const suffix of suffixes) {
    opfs.files.set(key + suffix, new Uint8Array(40));
    opfs.changedAt.set(key + suffix, Date.now() - ageMs);
  }
};
const keepPart = (key: string, ageMs: number): void => keep(key, ageMs, ['.data', '.progress']);

const left = (): string[] =>
  [...opfs.files.keys()].filter((name) => name.endsWith('.data')).map((name) => name.slice(0, -5));

const openPage = async (): Promise<void> => {
  sweepReceivedFiles();
  await jest.advanceTimersByTimeAsync(1_000);
  // The sweep is a chunk of its own.
  await import('../../transfer/sinks/opfs/sweep.js');
  await jest.advanceTimersByTimeAsync(0);
};

describe('received files in the storage of this browser', () => {
  it('are removed once a page is open, when they have expired', async () => {
    keep('copied', 61 * minuteMs);
    keep('being-copied', 59 * minuteMs);
    keepPart('abandoned', 7 * dayMs);
    keepPart('interrupted', 6 * dayMs);
    keepPart('once-abandoned', minuteMs);
    await openPage();
    expect(left()).toEqual(['being-copied', 'interrupted']);
  });

  it('are removed while the page stays open, within ten minutes', async () => {
    keep('complete', 0);
    await openPage();
    await jest.advanceTimersByTimeAsync(59 * minuteMs);
    expect(left()).toEqual(['complete']);
    await jest.advanceTimersByTimeAsync(11 * minuteMs);
    expect(left()).toEqual([]);
  });

  it('stay while another tab uses them', async () => {
    keepPart('abandoned', 8 * dayMs);
    opfs.locks.add('received-file/abandoned');
    await openPage();
    expect(left()).toEqual(['abandoned']);
  });

  it('get no folder in a browser that has received none', async () => {
    await openPage();
    expect(opfs.hasFolder).toBe(false);
  });
});
