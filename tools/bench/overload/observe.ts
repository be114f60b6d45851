import type { Product } from '../api/product.js';

/** What the processes have spent and refused since their start, by name. */
export interface Observed {
  cpuSeconds: Record<string, number>;
  refused: Record<string, number>;
  /** Calls that may be in progress. */
  limit: Record<string, number>;
}

const sumOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );

const limited = ['gateway', 'identity', 'shares'] as const;

export const observe = async ({ cpu, metricsUrls }: Product): Promise<Observed> => {
  const refused: Record<string, number> = {};
  const limit: Record<string, number> = {};
  for (const name of limited) {
    const url = metricsUrls[name];
    if (!url) continue;
    const text = await (await fetch(url)).text();
    refused[name] = sumOf(text, 'admission_refused_total');
    limit[name] = Math.round(sumOf(text, 'admission_limit'));
  }
  return { cpuSeconds: cpu(), refused, limit };
};

const difference = (after: Record<string, number>, before: Record<string, number>, per: number) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, Number(((value - (before[name] ?? 0)) / per).toFixed(2))])
      .filter(([, value]) => value !== 0),
  ) as Record<string, number>;

/** Cores used and calls refused per second, by process, and the limits at the end. */
export const between = (before: Observed, after: Observed, seconds: number) => ({
  cores: difference(after.cpuSeconds, before.cpuSeconds, seconds),
  refusedPerSecond: difference(after.refused, before.refused, seconds),
  limits: after.limit,
});
