/** Measures what the sending loop waits for: shares of the last seconds, which name what limits a transfer. */

import type { Clock } from '../support/env.js';

/**
 * `path`: space in the send window or the channel's queue. `credit`: acknowledgements, for blocks that the receiver
 * stores. `source`: reading the file. `own-limit`, `peer-limit`: the limit that a user has set on this side or there.
 */
export type Wait = 'path' | 'credit' | 'source' | 'own-limit' | 'peer-limit';
/** `paused` does not count as time. */
export type LoopState = Wait | 'working' | 'paused';

export interface WaitShares {
  /** Time measured, without pauses, in ms. */
  measuredMs: number;
  /** Share of it spent waiting for each, 0–1. */
  shares: Readonly<Record<Wait, number>>;
}

export interface WaitMeter {
  enter(state: LoopState): void;
  read(): WaitShares;
}

const bucketMs = 250;
/** Long enough for a steady answer, short enough to follow a change within two seconds. */
const buckets = 12;

type Times = Record<LoopState, number>;

const noTimes = (): Times => ({
  path: 0,
  credit: 0,
  source: 0,
  'own-limit': 0,
  'peer-limit': 0,
  working: 0,
  paused: 0,
});

export const createWaitMeter = (clock: Clock): WaitMeter => {
  const spanMs = bucketMs * buckets;
  let state: LoopState = 'paused';
  let sinceMs = clock.now();
  let recent: { startMs: number; times: Times }[] = [];

  const current = (nowMs: number): Times => {
    const last = recent.at(-1);
    if (last !== undefined && nowMs - last.startMs < bucketMs) return last.times;
    const times = noTimes();
    recent = [...recent.slice(1 - buckets), { startMs: nowMs, times }];
    return times;
  };

  /** A long wait counts as one bucket of its length; older buckets lose their weight against it. */
  const settle = (): void => {
    const nowMs = clock.now();
    current(nowMs)[state] += Math.min(nowMs - sinceMs, spanMs);
    sinceMs = nowMs;
  };

  return {
    enter(next) {
      settle();
      state = next;
    },
    read() {
      settle();
      const sum = noTimes();
      recent = recent.filter(({ startMs }) => startMs > sinceMs - spanMs);
      for (const { times } of recent)
        for (const key of Object.keys(sum) as LoopState[]) sum[key] += times[key];
      const { paused: _, working, ...waits } = sum;
      const measuredMs = Object.values(waits).reduce((total, ms) => total + ms, working);
      const shares = { ...waits };
      for (const key of Object.keys(shares) as Wait[])
        shares[key] = measuredMs === 0 ? 0 : shares[key] / measuredMs;
      return { measuredMs, shares };
    },
  };
};
