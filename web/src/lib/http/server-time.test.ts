import { noteServerTime, serverNow } from './server-time.js';

const headersAt = (ms: number): Headers => new Headers({ date: new Date(ms).toUTCString() });

/** The clock of this device, as of the last response, is correct again. */
afterEach(() => noteServerTime(headersAt(Date.now()), Date.now()));

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
});
