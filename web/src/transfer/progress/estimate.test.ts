/** The estimate over rate curves: how far it is from the time that the transfer really took. */

import { createEstimator } from './estimate.js';

const sampleMs = 500;

/** Bytes per second at a time in ms. */
type Curve = (atMs: number) => number;

const createDice = (): (() => number) => {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const noisy = (curve: Curve, spread: number): Curve => {
  const roll = createDice();
  return (atMs) => curve(atMs) * (1 + spread * (2 * roll() - 1));
};

/** Position after each sample of a file that takes about `seconds`. */
const positionsOf = (curve: Curve, seconds: number): number[] => {
  const positions = [0];
  for (let atMs = 0; atMs < seconds * 1_000; atMs += sampleMs)
    positions.push((positions.at(-1) ?? 0) + (curve(atMs) * sampleMs) / 1_000);
  return positions;
};

interface Accuracy {
  /** Median of the relative errors after the first tenth of the time. */
  medianError: number;
  /** Largest change from one sample to the next beyond the time that passed, as a share of the estimate. */
  largestJump: number;
}

const accuracyOf = (curve: Curve, seconds = 120): Accuracy => {
  const positions = positionsOf(curve, seconds);
  const total = positions.at(-1) ?? 0;
  const estimator = createEstimator();
  const errors: number[] = [];
  let largestJump = 0;
  let before: number | null = null;
  positions.forEach((bytes, index) => {
    const nowMs = index * sampleMs;
    estimator.sample(nowMs, bytes);
    const left = estimator.secondsLeft(nowMs, total - bytes);
    const trueLeft = seconds - nowMs / 1_000;
    if (nowMs < seconds * 100 || trueLeft < 2) return;
    errors.push(left === null ? 1 : Math.abs(left - trueLeft) / trueLeft);
    if (left !== null && before !== null) {
      const expected = before - sampleMs / 1_000;
      largestJump = Math.max(largestJump, Math.abs(left - expected) / Math.max(5, expected));
    }
    before = left;
  });
  errors.sort((a, b) => a - b);
  return { medianError: errors[Math.floor(errors.length / 2)] ?? 1, largestJump };
};

const rate = 2_000_000;
const steady: Curve = () => rate;

describe('the remaining time', () => {
  it.each<[string, Curve]>([
    ['steady', steady],
    ['noisy by half', noisy(steady, 0.5)],
    ['in bursts of one second', (atMs) => (atMs % 2_000 < 1_000 ? 2 * rate : 0)],
    ['in bursts of 4 MiB every three seconds', (atMs) => (atMs % 3_000 === 0 ? 6 * rate : 0)],
    ['with random gaps', noisy((atMs) => (Math.sin(atMs / 700) > -0.5 ? rate : 0), 0.3)],
  ])(
    'of a transfer that runs %s is within 10 %% for most of the time and does not jump',
    (_name, curve) => {
      const { medianError, largestJump } = accuracyOf(curve);
      expect(medianError).toBeLessThan(0.1);
      expect(largestJump).toBeLessThan(0.1);
    },
  );

  it.each<[string, Curve]>([
    ['drops to a third', (atMs) => (atMs < 20_000 ? rate : rate / 3)],
    ['triples', (atMs) => (atMs < 20_000 ? rate / 3 : rate)],
    ['stalls for 15 s', (atMs) => (atMs > 20_000 && atMs < 35_000 ? 0 : rate)],
    ['drops to a third and returns', (atMs) => (atMs > 15_000 && atMs < 45_000 ? rate / 3 : rate)],
    ['starts slowly', (atMs) => rate * Math.min(1, (atMs + 500) / 10_000)],
  ])('of a transfer that %s is within 10 %% for most of the time', (_name, curve) => {
    expect(accuracyOf(noisy(curve, 0.2)).medianError).toBeLessThan(0.1);
  });

  it('follows a change of the rate within 20 s', () => {
    const estimator = createEstimator();
    let bytes = 0;
    for (let atMs = 0; atMs <= 50_000; atMs += sampleMs) {
      bytes += ((atMs < 30_000 ? rate : rate / 4) * sampleMs) / 1_000;
      estimator.sample(atMs, bytes);
      estimator.secondsLeft(atMs, 100 * rate);
    }
    expect(estimator.secondsLeft(50_500, 100 * rate)).toBeGreaterThan(0.9 * 400);
  });

  it('is unknown in the first two seconds and during a stall', () => {
    const estimator = createEstimator();
    estimator.sample(0, 0);
    expect(estimator.secondsLeft(0, rate)).toBeNull();
    estimator.sample(1_500, 1.5 * rate);
    expect(estimator.secondsLeft(1_500, rate)).toBeNull();
    estimator.sample(2_000, 2 * rate);
    expect(estimator.secondsLeft(2_000, rate)).toBe(1);
    estimator.sample(7_000, 2 * rate);
    expect(estimator.secondsLeft(7_000, rate)).toBeNull();
  });

  it.each([
    ['64 KiB in its first half second', 65_536, 500],
    ['64 KiB in its first two seconds', 65_536, 2_000],
    ['nothing in its first three seconds', 0, 3_000],
  ])(
    'of a transfer with %s is never more than twice the true time, and within a third after ten seconds',
    (_name, firstBytes, firstMs) => {
      const seconds = 65;
      const bytesAt = (atMs: number) =>
        atMs <= firstMs
          ? (firstBytes * atMs) / firstMs
          : firstBytes + (rate * (atMs - firstMs)) / 1_000;
      const total = bytesAt(seconds * 1_000);
      const estimator = createEstimator();
      for (let atMs = 0; atMs <= 20_000; atMs += sampleMs) {
        estimator.sample(atMs, bytesAt(atMs));
        const left = estimator.secondsLeft(atMs, total - bytesAt(atMs));
        if (left === null || atMs <= firstMs + sampleMs) continue;
        const trueLeft = seconds - atMs / 1_000;
        expect(left).toBeLessThan((atMs < 10_000 ? 2 : 1.33) * trueLeft);
      }
    },
  );

  it('after a stall is that of the rate before it', () => {
    const estimator = createEstimator();
    for (let atMs = 0; atMs <= 20_000; atMs += sampleMs)
      estimator.sample(atMs, (rate * atMs) / 1_000);
    for (let atMs = 20_500; atMs <= 40_000; atMs += sampleMs) estimator.sample(atMs, 20 * rate);
    estimator.sample(40_500, 20.5 * rate);
    expect(estimator.secondsLeft(40_500, 10 * rate)).toBeCloseTo(10, 0);
  });

  it('after a pause is that of the rate before it', () => {
    const estimator = createEstimator();
    estimator.sample(0, 0);
    estimator.sample(10_000, 10 * rate);
    estimator.resume(60_000, 10 * rate);
    expect(estimator.secondsLeft(60_000, 5 * rate)).toBe(5);
  });
});
