import autocannon from 'autocannon';

export interface Load {
  /** Responses per second. */
  perSecond: number;
  /** All responses. */
  count: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
}

interface LoadOptions {
  /** Requests in flight. */
  connections: number;
  /** Number of requests. */
  amount: number;
}

const summarise = (millis: readonly number[], seconds: number): Load => {
  const sorted = Float64Array.from(millis).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { perSecond: millis.length / seconds, count: millis.length, p50: at(0.5), p99: at(0.99) };
};

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  path?: string;
}

/**
 * A closed loop: each connection sends its next request when it has the response. A number of requests ends it, not a
 * time: calls that a time limit aborts stay in flight on the server, which refuses the next load for them. Latencies
 * are recorded per response: autocannon's histogram has millisecond resolution.
 * @param requests sent in turn
 */
export const loadHttp = async (
  url: string,
  requests: HttpRequest[],
  { connections, amount }: LoadOptions,
): Promise<Load> => {
  const millis: number[] = [];
  const refused = new Map<number, number>();
  const run = autocannon({ url, requests, connections, amount });
  void run.on('response', (_client, status, _bytes, taken) => {
    if (status >= 200 && status < 300) millis.push(taken);
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  });
  const result = await run;
  if (refused.size > 0 || result.errors > 0) {
    const statuses = [...refused].map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(`${url}: refused (${statuses}), ${result.errors} failed connections`);
  }
  return summarise(millis, result.duration);
};

/** The same loop over calls of this process. */
export const loadCalls = async (
  call: () => Promise<unknown>,
  { connections, amount }: LoadOptions,
): Promise<Load> => {
  const millis: number[] = [];
  const begin = performance.now();
  let begun = 0;
  const loop = async () => {
    while (begun < amount) {
      begun += 1;
      const from = performance.now();
      await call();
      millis.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return summarise(millis, (performance.now() - begin) / 1_000);
};
