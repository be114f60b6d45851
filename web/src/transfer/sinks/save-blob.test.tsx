import { jest } from '@jest/globals';
import { saveBlob } from './save-blob.js';

const minuteMs = 60_000;
const revoked: string[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  revoked.length = 0;
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = (url) => void revoked.push(url);
  // jsdom cannot follow the link.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a blob for the browser’s downloads', () => {
  it('can be read until ten minutes after the user has used the page: the browser may ask them first', async () => {
    const seen = saveBlob(new Blob(['abcd']), 'a.txt');
    await pass(600 * minuteMs);
    expect(revoked).toEqual([]);
    dispatchEvent(new Event('pointerdown'));
    await seen;
    await pass(10 * minuteMs - 1);
    expect(revoked).toEqual([]);
    await pass(1);
    expect(revoked).toEqual(['blob:file']);
  });

  it('is seen when the user returns to the page, not when they leave it', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    let isSeen = false;
    void saveBlob(new Blob(['abcd']), 'a.txt').then(() => (isSeen = true));
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(60 * minuteMs);
    expect(isSeen).toBe(false);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(isSeen).toBe(true);
  });
});
