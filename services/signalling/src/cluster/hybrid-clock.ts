/**
 * A hybrid logical clock: milliseconds, but never standing still and never behind a stamp seen from another pod. So
 * whoever joins after having been told of somebody has the larger stamp, even when the pods' clocks differ.
 */
export interface HybridClock {
  /** A stamp larger than every one made or seen before. */
  tick(): number;
  last(): number;
  see(stamp: number): void;
}

/** A pod whose clock runs ahead further than this is not followed, or one broken clock would move all. */
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
