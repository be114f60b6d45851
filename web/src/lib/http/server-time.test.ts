import { jest } from '@jest/globals';
import { callApi } from './http.js';
import { noteServerTime, serverNow } from './server-time.js';

const headersAt = (ms: number): Headers => new Headers({ date: new Date(ms).toUTCString() });

afterEach(() => {
  jest.restoreAllMocks();
  // The clock of this device, as of the last response, is correct again.
  noteServerTime(headersAt(Date.now()), Date.now());
});

describe('the time of the server', () => {
  it.each([-3_600_000, 0, 90_000])('follows a server whose clock differs by %i ms', (skewMs) => {
    noteServerTime(headersAt(Date.now() + skewMs), Date.now());
    expect(Math.abs(serverNow() - Date.now() - skewMs)).toBeLessThanOrEqual(1_000);
  });

  it('keeps the last known difference without a Date header', () => {
    noteServerTime(headersAt(Date.now() + 60_000), Date.now());
    noteServerTime(new Headers(), Date.now());
    expect(serverNow() - Date.now()).toBeGreaterThan(58_000);
  });

  it.each([
    ['slept during the call', -3_600_000],
    ['set its clock back during the call', 3_600_000],
  ])('keeps the last known difference when the device %s', (_case, sentMs) => {
    noteServerTime(headersAt(Date.now()), Date.now() + sentMs);
    expect(Math.abs(serverNow() - Date.now())).toBeLessThanOrEqual(1_000);
  });
});

describe('the time of the server, in a call', () => {
  const ahead = Date.now() + 3_600_000;
  const offsetAfter = async (status: number, atMs: number): Promise<number> => {
    const body = status === 304 ? null : '{}';
    const response = new Response(body, { status, headers: headersAt(atMs) });
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
    await callApi('/things', { etag: '"a"' }).catch(() => undefined);
    return serverNow() - Date.now();
  };

  it.each([200, 304])('is that of an answer with status %i', async (status) => {
    expect(await offsetAfter(status, ahead)).toBeGreaterThan(3_500_000);
  });

  it.each([403, 407, 429, 500, 502, 503])(
    'is not that of a refusal or failure with status %i, which may come from a proxy',
    async (status) => {
      expect(Math.abs(await offsetAfter(status, ahead))).toBeLessThanOrEqual(1_000);
    },
  );
});
