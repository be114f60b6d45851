/** The duration of a kind of call without a queue: its recent minimum. */
export interface Baseline {
  readonly shortestMs: number;
  /** Minimum since `sinceMs`. */
  readonly recentMs: number;
  readonly sinceMs: number;
}

/** Time after which a minimum that was not reached again begins to rise. */
export const baselineWindowMs = 30_000;
/**
 * Largest rise per window. During overload every call is queued; without the bound the queue would become the baseline,
 * and the limit would grow with it. https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/adaptive_concurrency_filter
 * lowers the concurrency at intervals instead, which costs goodput.
 */
const maxRise = 1.1;
/** So that a minimum of 0 ms can rise. */
const leastRiseMs = 0.1;

export const observeDuration = (
  baseline: Baseline | undefined,
  durationMs: number,
  nowMs: number,
): Baseline => {
  if (!baseline) return { shortestMs: durationMs, recentMs: durationMs, sinceMs: nowMs };
  const shortestMs = Math.min(baseline.shortestMs, durationMs);
  const recentMs = Math.min(baseline.recentMs, durationMs);
  if (nowMs - baseline.sinceMs < baselineWindowMs) return { ...baseline, shortestMs, recentMs };
  const highest = shortestMs * maxRise + leastRiseMs;
  return {
    shortestMs: Math.max(shortestMs, Math.min(recentMs, highest)),
    recentMs: Number.POSITIVE_INFINITY,
    sinceMs: nowMs,
  };
};
