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
  it('stands still when nothing has arrived for four seconds although pings are answered', () => {
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000 })).toBe(5_050);
  });

  it('does not while bytes arrive', () => {
    const standstill = begin();
    for (let nowMs = 1_050; nowMs < 30_000; nowMs += 50) {
      if (nowMs % 2_000 === 0) standstill.onDelivered(nowMs);
      expect(standstill.onPong(nowMs, 50)).toBe(false);
    }
  });

  it('does not while no ping is answered', () => {
    const standstill = begin();
    expect(listen(standstill, { fromMs: 1_050, untilMs: 4_500 })).toBeNull();
    expect(listen(standstill, { fromMs: 40_000, untilMs: 40_000 })).toBeNull();
  });

  it('has the time in which SCTP resumes without help after an interruption', () => {
    expect(listen(begin(), { fromMs: 40_000, untilMs: 60_000 })).toBe(44_000);
  });

  it('stands still sooner after a sleep, which SCTP takes for a round trip', () => {
    const standstill = begin();
    standstill.onSlept(40_000);
    expect(listen(standstill, { fromMs: 40_050, untilMs: 60_000 })).toBe(40_650);
  });

  it('stands still sooner after a sleep even if acknowledgements from before it arrive after it', () => {
    const standstill = begin();
    standstill.onSlept(40_000);
    standstill.onPong(40_050, 50);
    standstill.onDelivered(40_100);
    expect(listen(standstill, { fromMs: 40_150, untilMs: 60_000 })).toBe(40_750);
  });

  it('has the whole time again ten seconds after a sleep', () => {
    const standstill = begin();
    standstill.onSlept(40_000);
    expect(listen(standstill, { fromMs: 50_000, untilMs: 60_000 })).toBe(54_000);
  });

  it('has the whole time after a pause in which nothing was in flight', () => {
    const standstill = begin();
    standstill.onFirstSent();
    expect(listen(standstill, { fromMs: 2_000, untilMs: 60_000 })).toBe(6_000);
  });

  it('has three round trips, at least', () => {
    const rttMs = 2_000;
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000, rttMs })).toBe(7_050);
  });

  it('has twice as long as bytes took to arrive before, as they do on a slow line', () => {
    const standstill = begin();
    expect(listen(standstill, { fromMs: 1_050, untilMs: 4_000 })).toBeNull();
    standstill.onDelivered(4_050);
    expect(listen(standstill, { fromMs: 4_100, untilMs: 19_000 })).toBe(10_100);
  });

  it('is measured with the pongs of a hidden page, once a second', () => {
    expect(listen(begin(), { fromMs: 1_050, untilMs: 9_000, everyMs: 1_000 })).toBe(5_050);
  });
});
