/**
 * `npm run bench:overload`: finds the rate that the product sustains on this machine, sends twice that rate, and measures
 * what is served, refused and when it recovers. The last line is a JSON object.
 */

import { readFileSync } from 'node:fs';
import { startProduct } from './api/product.js';
import {
  figuresOf,
  isSustained,
  recoverySeconds,
  servedByName,
  type Figures,
} from './overload/figures.js';
import { between, observe } from './overload/observe.js';
import { createOpenLoop, type Call } from './overload/open-loop.js';
import { keepSmall } from './overload/trim.js';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const stepSeconds = Number(process.env['BENCH_STEP_SECONDS'] ?? 5);
const recoveryLoadSeconds = 12;
const firstRate = Number(process.env['BENCH_FIRST_RATE'] ?? 40);
const stepFactor = 1.25;
const mostSteps = 14;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const round = (value: number, digits = 0) => Number(value.toFixed(digits));

const product = await startProduct();
const { calls } = product;
const load = createOpenLoop(product.url);

const [create] = calls.create;
if (!create) throw new Error('no call to create a share');
const created = await fetch(`${product.url}${create.path}`, create);
const { shareId } = (await created.json()) as { shareId: string };
const stop: Call = {
  name: 'stop',
  method: 'POST',
  path: `/api/file-shares/${shareId}/stop`,
  headers: create.headers,
  body: '{}',
};
const trimming = await keepSmall(product, shareId);

/** Seven of ten calls list, two open a share and one creates. */
const { list, access, create: creates } = calls;
const mix: (readonly Call[])[] = [
  ...[list, list, access, list, list],
  ...[list, access, list, creates, list],
];
let sent = 0;
const nextCall = (): Call => {
  sent += 1;
  const candidates = mix[sent % mix.length] ?? list;
  const call = candidates[sent % candidates.length];
  if (!call) throw new Error('no call');
  return call;
};

const row = (name: string, figures: Figures) =>
  say(
    `| ${name} | ${round(figures.perSecond)} | ${round(figures.goodput)} | ${round(figures.refusedShare * 100, 1)} % | ` +
      `${round(figures.servedP50Ms)} | ${round(figures.servedP99Ms)} | ${round(figures.refusedP50Ms)} | ` +
      `${round(figures.refusedP99Ms)} | ${figures.failed} |`,
  );

const megabytes = () =>
  Object.fromEntries(
    ['gateway', 'identity', 'shares', 'audit'].map((name) => {
      const pid = product.pids()[name];
      const status = pid ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
      return [name, Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024];
    }),
  );

await load.run(nextCall, { perSecond: firstRate, seconds: stepSeconds });
say(
  '| load | calls/s | served/s | refused | served p50 ms | p99 | refused p50 ms | p99 | failed |',
);
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
let sustained = 0;
let peak = 0;
let misses = 0;
for (let step = 0, rate = firstRate; step < mostSteps && misses < 2; step += 1) {
  const figures = figuresOf(await load.run(nextCall, { perSecond: rate, seconds: stepSeconds }));
  row('step', figures);
  peak = Math.max(peak, figures.goodput);
  if (isSustained(figures)) [sustained, misses] = [rate, 0];
  else misses += 1;
  rate *= stepFactor;
  await product.settled(2_000);
}
if (sustained === 0) throw new Error('not even the first rate is sustained');

/** Calls that end something, during the overload. */
const stops: { status: number; millis: number }[] = [];
const stopping = setInterval(() => void load.send(stop).then((one) => stops.push(one)), 500);

// A quarter first: heaps grow to their working size.
const atStart = await observe(product);
const warm = await load.run(nextCall, { perSecond: 2 * sustained, seconds: seconds / 4 });
const atQuarter = await observe(product);
const memoryBefore = megabytes();
const main = await load.run(nextCall, { perSecond: 2 * sustained, seconds: (seconds * 3) / 4 });
const atEnd = await observe(product);
clearInterval(stopping);
const memoryAfter = megabytes();
const after = await load.run(nextCall, {
  perSecond: sustained / 2,
  seconds: recoveryLoadSeconds,
});
row('overload, first quarter', figuresOf(warm));
say(JSON.stringify({ ...between(atStart, atQuarter, seconds / 4), served: servedByName(warm) }));
row('overload, rest', figuresOf(main));
say(
  JSON.stringify({ ...between(atQuarter, atEnd, (seconds * 3) / 4), served: servedByName(main) }),
);
row('afterwards', figuresOf(after));

const figures = figuresOf(main);
const growth = Object.keys(memoryBefore).map((name) => {
  const [before, end] = [memoryBefore[name] ?? 0, memoryAfter[name] ?? 0];
  say(`memory of ${name}: ${round(before)} → ${round(end)} MB`);
  return end / before - 1;
});
say(
  JSON.stringify({
    bench: 'overload',
    sustainedPerSecond: round(sustained),
    peakGoodput: round(peak),
    overloadGoodput: round(figures.goodput),
    goodputOfPeak: round(figures.goodput / peak, 2),
    servedP99Ms: round(figures.servedP99Ms),
    refusedP50Ms: round(figures.refusedP50Ms),
    refusedP99Ms: round(figures.refusedP99Ms),
    failed: figures.failed,
    recoverySeconds: round(recoverySeconds(after, 250), 1),
    memoryGrowth: round(Math.max(...growth), 2),
    stops: stops.length,
    stopsRefused: stops.filter(({ status }) => status === 503).length,
  }),
);
say(`rows at the end: ${JSON.stringify(await trimming.rows())}`);
await trimming.stop();
load.close();
await product.stop();
process.exit();
