import { hardLimits, limits } from '../protocol/limits.js';
import { createConnection, sendTo, takeTokens, tokensOf, type Connection } from './connection.js';

const upgradeInfo = { ipAddress: '192.0.2.1', userAgent: '', sessionCookie: '' };
const at = (nowMs: number): Connection => createConnection(1, '192.0.2.1', upgradeInfo, nowMs);

/** `receivers` is undefined for a receiver. */
const takeMany = (connection: Connection, nowMs: number, receivers?: number): number => {
  let taken = 0;
  while (taken < 10_000 && takeTokens(connection.bucket, 1, nowMs, receivers, limits)) taken += 1;
  return taken;
};

describe('the message rate (20 per second, burst 60)', () => {
  it('allows a burst, then 20 per second', () => {
    const connection = at(0);
    expect(takeMany(connection, 0)).toBe(60);
    expect(takeMany(connection, 1_000)).toBe(20);
    expect(takeMany(connection, 1_500)).toBe(10);
    expect(takeMany(connection, 3_600_000)).toBe(60);
  });

  it('is multiplied by the number of a sender’s receivers, from the start', () => {
    const connection = at(0);
    expect(takeMany(connection, 0, 32)).toBe(60 * 32);
    expect(takeMany(connection, 1_000, 32)).toBe(640);
    expect(takeMany(connection, 3_600_000, 32)).toBe(60 * 32);
  });

  it('gives a sender the burst of each new receiver, but not again when one returns', () => {
    const connection = at(0);
    takeMany(connection, 0, 10);
    expect(takeMany(connection, 0, 12)).toBe(60 * 2);
    expect(takeMany(connection, 0, 11)).toBe(0);
    expect(takeMany(connection, 0, 12)).toBe(0);
  });

  it('leaves a sender its remaining tokens when receivers leave, until the burst is full again', () => {
    const connection = at(0);
    for (let n = 0; n < 500; n += 1) takeTokens(connection.bucket, 1, 0, 32, limits);
    expect(takeMany(connection, 0, 5)).toBe(60 * 32 - 500);
    expect(takeMany(connection, 3_600_000, 5)).toBe(60 * 5);
  });

  it.each([
    [0, 1],
    [300, 1],
    [1024, 1],
    [1025, 2],
    [32 * 1024, 32],
    [60 * 1024, 60],
    [60 * 1024 + 1, 60],
    [64 * 1024, 60],
  ])('counts a frame of %i bytes as %i', (bytes, tokens) => {
    expect(tokensOf(bytes, limits)).toBe(tokens);
  });

  it('admits the longest frame of a receiver', () => {
    const tokens = tokensOf(limits.frameBytes, limits);
    expect(takeTokens(at(0).bucket, tokens, 0, undefined, limits)).toBe(true);
  });

  it('adds no tokens when the clock goes back', () => {
    const connection = at(5_000);
    takeMany(connection, 5_000);
    expect(takeMany(connection, 1_000)).toBe(0);
  });

  it('allows a sender a burst of 240 before its receivers are known', () => {
    const connection = at(0);
    expect(takeMany(connection, 0, 0)).toBe(240);
    expect(takeMany(connection, 1_000, 0)).toBe(20);
  });
});

describe('sending (backpressure 256 KiB)', () => {
  const sending = (result: number, buffered: number) => {
    const connection = at(0);
    connection.socket = {
      send: () => result,
      getBufferedAmount: () => buffered,
      end: () => undefined,
    };
    return sendTo(connection, 'x');
  };

  it.each([
    ['everything is sent', 1, 0, 'sent'],
    ['some bytes are queued', 0, limits.backpressureBytes, 'sent'],
    ['too many bytes are queued', 0, limits.backpressureBytes + 1, 'slow'],
    ['more than the hard limit is queued', 0, hardLimits.backpressureBytes + 1, 'dropped'],
    ['the library dropped the frame', 2, 0, 'dropped'],
  ])('%s', (_case, result, buffered, outcome) => {
    expect(sending(result, buffered)).toBe(outcome);
  });

  it('drops a frame without a socket', () => {
    expect(sendTo(at(0), 'x')).toBe('dropped');
  });
});
