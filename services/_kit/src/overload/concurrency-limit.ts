/**
 * A limit on calls in progress, found from measured delays, after the gradient algorithms of Netflix's concurrency-limits
 * and Envoy's adaptive concurrency filter. The delay of a call is its duration beyond the minimum of its kind: calls take
 * 1 ms or 1 s, and share the event loop, whose queue adds the same to all.
 *
 *     gradient = tolerated delay / measured delay, between 0.5 and 1
 *     limit    = gradient × limit + √limit, smoothed
 *
 * Deterministic: time is an argument.
 */

import { observeDuration, type Baseline } from './baseline.js';
import { limitFraction, type Criticality } from './criticality.js';

export interface LimitOptions {
  /** Delay at which the limit stops growing. */
  toleratedDelayMs: number;
  initial: number;
  min: number;
  max: number;
}

export interface Measured {
  /** Median of the calls that ended in the window. */
  delayMs: number;
  /** Most calls in progress at a time. */
  peak: number;
}

/** Weight of one window's result: the limit falls faster than it grows. */
const smoothing = { growth: 0.2, reduction: 0.5 } as const;
const leastGradient = 0.5;

export const nextLimit = (limit: number, { delayMs, peak }: Measured, options: LimitOptions) => {
  const gradient = Math.max(leastGradient, Math.min(1, options.toleratedDelayMs / delayMs));
  // Without demand, short delays do not prove that more calls than the initial limit would fit.
  if (gradient === 1 && peak < limit / 2 && limit >= options.initial) return limit;
  const wanted = gradient * limit + Math.sqrt(limit);
  const weight = wanted > limit ? smoothing.growth : smoothing.reduction;
  const next = limit + (wanted - limit) * weight;
  return Math.min(options.max, Math.max(options.min, next));
};

const windowMs = 100;
const windowCalls = 20;
/** A window with fewer calls ends after this time. */
const longestWindowMs = 1_000;
/** After this long without a call in progress, a process has no queue. Shorter gaps occur under overload too. */
const idleMs = 100;
/** Bounds the memory of a window. */
const maxDelays = 1_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export interface ConcurrencyLimit {
  readonly limit: number;
  readonly inFlight: number;
  /** Counts the call; false if it has to be refused. */
  tryBegin(criticality: Criticality, nowMs: number): boolean;
  /**
   * @param measured the kind of call and its duration; undefined for calls whose duration says nothing about this
   * process: cancelled, refused by others, or waiting on purpose
   */
  end(nowMs: number, measured?: { kind: string; durationMs: number }): void;
}

export const createConcurrencyLimit = (options: LimitOptions): ConcurrencyLimit => {
  const baselines = new Map<string, Baseline>();
  let limit = options.initial;
  let inFlight = 0;
  let delays: number[] = [];
  let peak = 0;
  let windowStartMs = 0;
  let lastEndMs = 0;

  const closeWindow = (nowMs: number): void => {
    const age = nowMs - windowStartMs;
    if (age < (delays.length >= windowCalls ? windowMs : longestWindowMs)) return;
    limit = nextLimit(limit, { delayMs: median(delays), peak }, options);
    delays = [];
    peak = inFlight;
    windowStartMs = nowMs;
  };

  return {
    get limit() {
      return limit;
    },
    get inFlight() {
      return inFlight;
    },
    tryBegin: (criticality, nowMs) => {
      // The next burst may be as large as the first.
      if (inFlight === 0 && nowMs - lastEndMs >= idleMs) limit = Math.max(limit, options.initial);
      if (inFlight >= limit * limitFraction[criticality]) {
        peak = Math.max(peak, inFlight);
        return false;
      }
      inFlight += 1;
      peak = Math.max(peak, inFlight);
      return true;
    },
    end: (nowMs, measured) => {
      inFlight -= 1;
      lastEndMs = nowMs;
      if (!measured) return;
      const { kind, durationMs } = measured;
      const baseline = observeDuration(
        baselines.get(kind),
        durationMs,
        nowMs,
        limit === options.min,
      );
      baselines.set(kind, baseline);
      if (delays.length < maxDelays) delays.push(durationMs - baseline.shortestMs);
      closeWindow(nowMs);
    },
  };
};
