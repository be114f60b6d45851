import { createConnection, sendTo, takeToken, type Connection } from './connection.js';
import { hardLimits, limits } from '../protocol/limits.js';

const upgradeInfo = { ipAddress: '192.0.2.1', userAgent: '', sessionCookie: '' };
const at = (nowMs: number): Connection =>
  createConnection(1, '192.0.2.1', upgradeInfo, nowMs, limits);

const takeMany = (connection: Connection, nowMs: number, counterparts: number): number => {
  let taken = 0;
  while (taken < 10_000 && takeToken(connection, nowMs, counterparts, limits)) taken += 1;
  return taken;
};

describe('the message allowance (20/s, burst 60)', () => {
  it('gives a burst and then 20 for every second', () => {
    const connection = at(0);
    expect(takeMany(connection, 0, 1)).toBe(60);
    expect(takeMany(connection, 1_000, 1)).toBe(20);
    expect(takeMany(connection, 1_500, 1)).toBe(10);
    expect(takeMany(connection, 3_600_000, 1)).toBe(60);
  });

  it('is for each counterpart, because a sender shakes hands with every receiver', () => {
    const connection = at(0);
    takeMany(connection, 0, 1);
    expect(takeMany(connection, 1_000, 32)).toBe(640);
    expect(takeMany(connection, 3_600_000, 32)).toBe(60 * 32);
  });

  it('gives nothing for a clock that goes back', () => {
    const connection = at(5_000);
    takeMany(connection, 5_000, 1);
    expect(takeMany(connection, 1_000, 1)).toBe(0);
  });

  it('is the same for a sender that waits alone', () => {
    expect(takeMany(at(0), 0, 0)).toBe(60);
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
    ['all is sent', 1, 0, 'sent'],
    ['some waits', 0, limits.backpressureBytes, 'sent'],
    ['too much waits', 0, limits.backpressureBytes + 1, 'slow'],
    ['far too much waits', 0, hardLimits.backpressureBytes + 1, 'dropped'],
    ['the library dropped it', 2, 0, 'dropped'],
  ])('%s', (_what, result, buffered, outcome) => {
    expect(sending(result, buffered)).toBe(outcome);
  });

  it('goes nowhere without a socket', () => {
    expect(sendTo(at(0), 'x')).toBe('dropped');
  });
});
