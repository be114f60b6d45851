import { createStandstill, type Standstill } from './standstill.js';

interface Pongs {
  fromMs: number;
  untilMs: number;
  everyMs?: number;
  rttMs?: number;
}

/** @returns when the connection is found to stand still, or null. */
const listen = (
  standstill: Standstill,
  { fromMs, untilMs, everyMs = 50, rttMs = 50 }: Pongs,
): number | null => {
  for (let nowMs = fromMs; nowMs <= untilMs; nowMs += everyMs)
    if (standstill.onPong(nowMs, rttMs)) return nowMs;
  return null;
};

/** Bytes are in flight, and have arrived every 100 ms for a second. */
const begin = (): Standstill => {
  const standstill = createStandstill();
  standstill.onFirstSent();
  for (let nowMs = 0; nowMs <= 1_000; nowMs += 50) {
    standstill.onPong(nowMs, 50);
    if (nowMs % 100 === 0) standstill.onDelivered(nowMs);
  }
  return standstill;
};

describe('a connection', () => {
  it('stands still when nothing has arrived for a second and a half although pings are answered', () => {
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000 })).toBe(2_550);
  });

  it('does not while bytes arrive', () => {
    const standstill = begin();
    for (let nowMs = 1_050; nowMs < 30_000; nowMs += 50) {
      if (nowMs % 1_000 === 0) standstill.onDelivered(nowMs);
      expect(standstill.onPong(nowMs, 50)).toBe(false);
    }
  });

  it('does not while no ping is answered', () => {
    const standstill = begin();
    expect(listen(standstill, { fromMs: 1_050, untilMs: 2_000 })).toBeNull();
    expect(listen(standstill, { fromMs: 40_000, untilMs: 40_000 })).toBeNull();
  });

  it('stands still sooner after an interruption, in which SCTP has waited already', () => {
    expect(listen(begin(), { fromMs: 40_000, untilMs: 60_000 })).toBe(40_600);
  });

  it('does not stand still sooner after bytes have arrived since', () => {
    const standstill = begin();
    expect(listen(standstill, { fromMs: 40_000, untilMs: 40_300 })).toBeNull();
    standstill.onDelivered(40_300);
    expect(listen(standstill, { fromMs: 40_350, untilMs: 60_000 })).toBe(41_850);
  });

  it('takes a pause in which nothing was in flight for no interruption', () => {
    const standstill = begin();
    standstill.onFirstSent();
    expect(listen(standstill, { fromMs: 40_000, untilMs: 60_000 })).toBe(41_500);
  });

  it('has three round trips, at least', () => {
    const rttMs = 1_000;
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000, rttMs })).toBe(4_050);
    expect(listen(begin(), { fromMs: 40_000, untilMs: 60_000, rttMs })).toBe(43_000);
  });

  it('has twice as long as bytes took to arrive before, as they do on a slow line', () => {
    const standstill = begin();
    expect(listen(standstill, { fromMs: 1_050, untilMs: 2_450 })).toBeNull();
    standstill.onDelivered(2_450);
    expect(listen(standstill, { fromMs: 2_500, untilMs: 9_000 })).toBe(5_300);
  });

  it('is measured with the pongs of a hidden page, once a second', () => {
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000, everyMs: 1_000 })).toBe(3_050);
  });
});
