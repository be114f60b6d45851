/**
 * A hybrid logical clock: milliseconds that never repeat and never fall behind a stamp seen from another pod. A member
 * that joins after another member became known has the larger stamp, even if the clocks of their pods differ.
 */
export interface HybridClock {
  /** A stamp larger than every stamp made or seen before. */
  tick(): number;
  last(): number;
  see(stamp: number): void;
}

/** Stamps further ahead are ignored, so that one wrong clock does not move all the others. */
const maxAheadMs = 60_000;

export const createClock = (nowMs: () => number): HybridClock => {
  let last = 0;
  return {
    tick: () => (last = Math.max(last + 1, nowMs())),
    last: () => last,
    see: (stamp) => {
      if (stamp > last && stamp <= nowMs() + maxAheadMs) last = stamp;
    },
  };
};
