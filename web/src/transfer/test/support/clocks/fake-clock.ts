/** A clock that the test advances. */

import type { Clock, TimerId } from '../../../support/env.js';

export interface FakeClock extends Clock {
  /** Runs the timers due in this time, in order. */
  advance(byMs: number): void;
  pending(): number;
}

export const createFakeClock = (): FakeClock => {
  let nowMs = 0;
  let lastId = 0;
  const timers = new Map<number, { dueMs: number; callback: () => void }>();
  const nextDue = (
    untilMs: number,
  ): [number, { dueMs: number; callback: () => void }] | undefined =>
    [...timers]
      .filter(([, timer]) => timer.dueMs <= untilMs)
      .sort(([a, x], [b, y]) => x.dueMs - y.dueMs || a - b)[0];
  return {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      lastId += 1;
      timers.set(lastId, { dueMs: nowMs + delayMs, callback });
      return lastId as unknown as TimerId;
    },
    clearTimeout(timer) {
      timers.delete(timer as unknown as number);
    },
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        const [id, timer] = due;
        timers.delete(id);
        nowMs = timer.dueMs;
        timer.callback();
      }
      nowMs = untilMs;
    },
    pending: () => timers.size,
  };
};
