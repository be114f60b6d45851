/**
 * How long a transfer still takes (pure). The rate is the mean since it last changed: short bursts and gaps average
 * out, and a change that lasts replaces the mean within seconds. What is shown counts down with the time and moves
 * towards a new estimate instead of jumping.
 *
 * Times are milliseconds.
 */
export interface Estimator {
  /** @param bytes position in the file; a step backwards (a repeated block) counts as no progress. */
  sample(nowMs: number, bytes: number): void;
  /** Start here: after a pause, or when a transfer resumes. The rate is kept. */
  resume(nowMs: number, bytes: number): void;
  /** Null in the first two seconds, and while nothing moves. */
  secondsLeft(nowMs: number, leftBytes: number): number | null;
}

/** The mean of these last samples shows whether the rate has changed. */
const recentMs = 6_000;
/** The rate has changed when that mean stays outside these bounds for `recentMs`. */
const changedBelow = 0.75;
const changedAbove = 1.33;
/** Older samples lose weight, so that the mean follows a slow drift. */
const memoryMs = 60_000;
/** A longer gap is a stall: it says nothing about the rate before and after it. */
const stallMs = 4_000;
/** Before this much time with progress the rate is not known: a connection starts at a fraction of its rate. */
const unknownMs = 2_000;
/** Until then the rate is that of the last samples, because the mean since the start contains the slow start. */
const startMs = 12_000;
const lastMs = 1_500;
/** The shown time covers two thirds of the way to a new estimate in this time. */
const glideMs = 3_000;
/** A first estimate that is off by more than half is replaced instead. */
const isFarOff = (one: number, other: number): boolean => one > 1.5 * other || other > 1.5 * one;

interface Sample {
  ms: number;
  bytes: number;
}

const rateOf = (samples: readonly Sample[]): number => {
  const ms = samples.reduce((sum, sample) => sum + sample.ms, 0);
  return ms === 0 ? 0 : samples.reduce((sum, sample) => sum + sample.bytes, 0) / ms;
};

export const createEstimator = (): Estimator => {
  let last: { nowMs: number; bytes: number } | null = null;
  /** Since the rate last changed. */
  let total: Sample = { ms: 0, bytes: 0 };
  let recent: Sample[] = [];
  let recentTotalMs = 0;
  let changedForMs = 0;
  /** Length of the current gap. */
  let gapMs = 0;
  let shown: { atMs: number; leftMs: number } | null = null;

  const forget = (): void => {
    total = { ms: 0, bytes: 0 };
    recent = [];
    recentTotalMs = 0;
    changedForMs = 0;
  };

  const remember = (sample: Sample): void => {
    recent.push(sample);
    recentTotalMs += sample.ms;
    while (recentTotalMs - (recent[0]?.ms ?? 0) >= recentMs)
      recentTotalMs -= recent.shift()?.ms ?? 0;
    const scale = total.ms > memoryMs ? memoryMs / total.ms : 1;
    total = { ms: total.ms * scale + sample.ms, bytes: total.bytes * scale + sample.bytes };
  };

  const detectChange = (sampleMs: number): void => {
    const ratio = rateOf(recent) / Math.max(Number.MIN_VALUE, total.bytes / total.ms);
    const hasChanged = ratio < changedBelow || ratio > changedAbove;
    changedForMs = hasChanged ? changedForMs + sampleMs : 0;
    if (changedForMs < recentMs) return;
    total = { ms: recentTotalMs, bytes: rateOf(recent) * recentTotalMs };
    changedForMs = 0;
  };

  const take = (sample: Sample): void => {
    if (sample.bytes === 0) {
      gapMs += sample.ms;
      return;
    }
    const isStallOver = gapMs > stallMs;
    const isFirst = total.bytes === 0;
    const ms = isStallOver || isFirst ? sample.ms : sample.ms + gapMs;
    gapMs = 0;
    remember({ ms, bytes: sample.bytes });
    detectChange(ms);
  };

  const bytesPerMs = (): number => {
    if (total.ms >= startMs) return total.bytes / total.ms;
    let from = recent.length;
    for (let ms = 0; ms < lastMs && from > 0; ms += recent[from]?.ms ?? 0) from -= 1;
    return rateOf(recent.slice(from));
  };

  return {
    sample(nowMs, bytes) {
      if (last !== null && nowMs > last.nowMs)
        take({ ms: nowMs - last.nowMs, bytes: Math.max(0, bytes - last.bytes) });
      last = { nowMs, bytes };
    },
    resume(nowMs, bytes) {
      if (last !== null && bytes < last.bytes) forget();
      last = { nowMs, bytes };
      gapMs = 0;
      shown = null;
    },
    secondsLeft(nowMs, leftBytes) {
      if (total.ms < unknownMs || gapMs > stallMs) return null;
      const leftMs = leftBytes / bytesPerMs();
      const elapsedMs = shown === null ? 0 : nowMs - shown.atMs;
      const expectedMs = shown === null ? leftMs : Math.max(0, shown.leftMs - elapsedMs);
      const isReplaced = total.ms < startMs && isFarOff(leftMs, expectedMs);
      const weight = isReplaced ? 1 : 1 - Math.exp(-elapsedMs / glideMs);
      shown = { atMs: nowMs, leftMs: expectedMs + (leftMs - expectedMs) * weight };
      return shown.leftMs / 1000;
    },
  };
};
