import { initialPulse, nextPatience, type PathPulse } from './lane-patience.js';

const alive: PathPulse = { pulse: 'alive', sinceMs: 1_000 };
const resuming: PathPulse = { pulse: 'resuming', sinceMs: 1_000 };
const silent: PathPulse = { pulse: 'silent' };
/** Of a path with a round trip of 100 ms. */
const usualMs = 1_600;

describe('the patience with a lane at a standstill', () => {
  it.each<[PathPulse, number, boolean, PathPulse, number | null]>([
    [initialPulse, 1_000, true, alive, null],
    [alive, 1_000 + usualMs, true, alive, null],
    [alive, 1_001 + usualMs, true, alive, usualMs],
    [alive, 9_000, false, silent, 10_000],
    [initialPulse, 9_000, false, silent, 10_000],
    [silent, 1_000, true, resuming, null],
    [resuming, 6_000, true, resuming, null],
    [resuming, 6_001, true, alive, usualMs],
    [resuming, 6_000, false, silent, 10_000],
  ])('of %j at %i ms, alive: %s, is %j, %s', (before, nowMs, isAlive, pulse, overdueMs) => {
    const check = { nowMs, isAlive, rttMs: 100, queueMs: -5 };
    expect(nextPatience(before, check)).toEqual({ pulse, overdueMs });
  });

  it('allows for the queue at the bottleneck', () => {
    const check = { nowMs: 60_000, isAlive: true, rttMs: 100, queueMs: 200 };
    expect(nextPatience(alive, check).overdueMs).toBe(usualMs + 400);
  });
});
