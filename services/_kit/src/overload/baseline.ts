/** The duration of a kind of call without a queue: its minimum. */
export interface Baseline {
  readonly shortestMs: number;
  /** Minimum since `sinceMs`. */
  readonly recentMs: number;
  readonly sinceMs: number;
}

/** Long enough for several calls of each kind that matters. */
export const baselineWindowMs = 3_000;

const newWindow = (nowMs: number) => ({ recentMs: Number.POSITIVE_INFINITY, sinceMs: nowMs });

/**
 * The minimum rises only while the limit is at its floor. With so few calls in progress a longer duration is that of a
 * dependency which has become slower; at any other time it may be the queue, and the limit would grow with it. Envoy
 * lowers the concurrency at intervals to measure this, which costs goodput; here the delays have lowered it.
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/adaptive_concurrency_filter
 */
export const observeDuration = (
  baseline: Baseline | undefined,
  durationMs: number,
  nowMs: number,
  isAtFloor: boolean,
): Baseline => {
  const shortestMs = Math.min(baseline?.shortestMs ?? durationMs, durationMs);
  if (!baseline || !isAtFloor) return { shortestMs, ...newWindow(nowMs) };
  const recentMs = Math.min(baseline.recentMs, durationMs);
  if (nowMs - baseline.sinceMs < baselineWindowMs) return { ...baseline, shortestMs, recentMs };
  return { shortestMs: recentMs, ...newWindow(nowMs) };
};
