import autocannon from 'autocannon';

/**
 * @typedef {object} Load
 * @property {number} perSecond answers
 * @property {number} count answers in all
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 */

/** @param {number[]} millis @param {number} seconds @returns {Load} */
const summarise = (millis, seconds) => {
  const sorted = Float64Array.from(millis).sort();
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { perSecond: millis.length / seconds, count: millis.length, p50: at(0.5), p99: at(0.99) };
};

/**
 * A closed loop: each connection asks again when it has its answer. Latencies are taken from every
 * answer, because the generator's own histogram knows whole milliseconds only.
 * @param {string} url
 * @param {{method?: 'GET' | 'POST', headers?: Record<string, string>, body?: string, path?: string}[]} requests in turn
 * @param {{connections: number, seconds: number}} options
 * @returns {Promise<Load>}
 */
export const loadHttp = async (url, requests, { connections, seconds }) => {
  /** @type {number[]} */
  const millis = [];
  /** @type {Map<number, number>} */
  const refused = new Map();
  const run = autocannon({ url, requests, connections, duration: seconds });
  run.on('response', (_client, status, _bytes, taken) => {
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

/**
 * The same loop over calls of this process.
 * @param {() => Promise<unknown>} call
 * @param {{connections: number, seconds: number}} options
 * @returns {Promise<Load>}
 */
export const loadCalls = async (call, { connections, seconds }) => {
  /** @type {number[]} */
  const millis = [];
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const loop = async () => {
    for (let from = performance.now(); from < end;) {
      await call();
      const now = performance.now();
      millis.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return summarise(millis, (performance.now() - begin) / 1_000);
};
