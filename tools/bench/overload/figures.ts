import type { Outcome, Phase } from './open-loop.js';

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
};

export const isServed = ({ status }: Outcome): boolean => status >= 200 && status < 300;
const isRefused = ({ status }: Outcome): boolean => status === 503 || status === 429;

export interface Figures {
  perSecond: number;
  /** Served calls per second of the load. */
  goodput: number;
  /** Share of all calls. */
  refusedShare: number;
  /** Neither served nor refused with 503. */
  failed: number;
  servedP50Ms: number;
  servedP99Ms: number;
  refusedP50Ms: number;
  refusedP99Ms: number;
}

export const figuresOf = ({ perSecond, seconds, outcomes, skipped }: Phase): Figures => {
  const served = outcomes.filter(isServed).map(({ millis }) => millis);
  const refused = outcomes.filter(isRefused).map(({ millis }) => millis);
  return {
    perSecond,
    goodput: served.length / seconds,
    refusedShare: refused.length / Math.max(1, outcomes.length),
    failed: outcomes.length - served.length - refused.length + skipped,
    servedP50Ms: quantile(served, 0.5),
    servedP99Ms: quantile(served, 0.99),
    refusedP50Ms: quantile(refused, 0.5),
    refusedP99Ms: quantile(refused, 0.99),
  };
};

/** All are served, and soon enough. */
export const isSustained = ({ refusedShare, failed, servedP99Ms }: Figures): boolean =>
  refusedShare < 0.01 && failed === 0 && servedP99Ms <= 1_000;

/** Seconds from the beginning of a phase until all later calls are served within `withinMs`. */
export const recoverySeconds = ({ outcomes }: Phase, withinMs: number): number => {
  const bad = outcomes.filter((one) => !isServed(one) || one.millis > withinMs);
  return Math.max(0, ...bad.map(({ atMs, millis }) => (atMs + millis) / 1_000));
};

/** Served calls per second, by name. */
export const servedByName = ({ seconds, outcomes }: Phase): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { name } of outcomes.filter(isServed)) counts[name] = (counts[name] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Number((count / seconds).toFixed(1))]),
  );
};
