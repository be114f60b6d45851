/** What the pings say of a path: its round trip, their usual variation, and the queue (pure). Times are milliseconds. */

/**
 * Round trips this short occur within one machine or one building. There the processor is the limit, late pongs measure
 * it and not a queue, and recovery from a loss takes negligible time.
 */
const nearRttMs = 3;
/** Rounded clocks, as of browsers that resist fingerprinting, measure a round trip of 0, and rates divide by it. */
const minRttMs = 0.1;
const assumedRttMs = 100;
const minTargetMs = 10;
const maxTargetMs = 40;
const maxNoisyTargetMs = 100;

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

interface Sample {
  atMs: number;
  value: number;
}

/** Least value in memory, as a queue of rising values: the first is the answer. */
const createMinimum = (memoryMs: () => number) => {
  const rising: Sample[] = [];
  return {
    add(atMs: number, value: number): void {
      while ((rising.at(-1)?.value ?? -1) >= value) rising.pop();
      rising.push({ atMs, value });
      while ((rising[0]?.atMs ?? atMs) < atMs - memoryMs()) rising.shift();
    },
    get: (): number | null => rising[0]?.value ?? null,
    ageMs: (nowMs: number): number => nowMs - (rising[0]?.atMs ?? nowMs),
  };
};

/** @param kept number of the last round trips, from which a queue is estimated. */
export const createRoundTrips = (memoryMs: () => number, kept: number) => {
  const base = createMinimum(memoryMs);
  const recent: number[] = [];
  let jitterMs = 0;

  /** Least round trip in memory, which has no queue; assumed before the first pong. */
  const baseMs = (): number => base.get() ?? assumedRttMs;

  /** @param samples fewer react sooner, more are surer. */
  const queueMs = (samples: number): number =>
    recent.length === 0 ? 0 : Math.min(...recent.slice(-samples)) - baseMs();

  /** A quarter of the round trip, or the usual variation of round trips: a busy machine, a radio link. */
  const targetMs = (): number => {
    const noise = 2 * jitterMs;
    const most = Math.min(maxNoisyTargetMs, Math.max(maxTargetMs, noise));
    return clamp(Math.max(baseMs() / 4, noise), minTargetMs, most);
  };

  return {
    add(nowMs: number, measuredMs: number): void {
      const rttMs = Math.max(minRttMs, measuredMs);
      base.add(nowMs, rttMs);
      const last = recent.at(-1);
      if (last !== undefined) jitterMs += (Math.abs(rttMs - last) - jitterMs) / 16;
      recent.push(rttMs);
      if (recent.length > kept) recent.shift();
    },
    isMeasured: (): boolean => base.get() !== null,
    baseMs,
    /** Since the least round trip was measured. */
    ageMs: base.ageMs,
    jitterMs: (): number => jitterMs,
    queueMs,
    /** The last round trips show a queue, and not one late pong. */
    hasQueue: (samples: number): boolean =>
      recent.length >= samples && queueMs(samples) > targetMs() / 2,
    targetMs,
    /** The round trip is one within a machine or a building, where processors are the limit. */
    isNear: (): boolean => baseMs() < nearRttMs,
  };
};
