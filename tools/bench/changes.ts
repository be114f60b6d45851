/**
 * `npm run bench:changes`: creates shares, and measures how long after each response the stream of changes of the same
 * account names the list of shares and the audit log.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { changesPath } from '@tandem/proto/browser/changes';
import { startProduct } from './api/product.js';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 50);
/** Messages of a kind are a second apart. */
const betweenMs = 1_200;

const say = (text: string) => void process.stdout.write(`${text}\n`);

const kinds = ['shares', 'audit'] as const;
type Kind = (typeof kinds)[number];

const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
};

const product = await startProduct();
const [create] = product.calls.create;
if (!create) throw new Error('no call to create a share');

/** Repeats while the gateway is not yet connected to the broker. */
const openStream = async (): Promise<ReadableStream<Uint8Array>> => {
  for (;;) {
    const { ok, body } = await fetch(`${product.url}${changesPath}`, { headers: create.headers });
    if (ok && body) return body;
    await pause(200);
  }
};

let startedMs = 0;
const waits: Record<Kind, number[]> = { shares: [], audit: [] };
let onMessage: () => void = () => undefined;
const stream = await openStream();
void (async () => {
  for await (const chunk of stream) {
    const text = new TextDecoder().decode(chunk);
    for (const kind of kinds) {
      if (text.includes(`data: ${kind}`)) waits[kind].push(performance.now() - startedMs);
    }
    onMessage();
  }
})().catch(() => undefined);

for (let round = 1; round <= rounds; round += 1) {
  const { method, path, headers, body } = create;
  startedMs = performance.now();
  const response = await fetch(`${product.url}${path}`, { method, headers, body });
  if (!response.ok) throw new Error(`create: ${response.status}`);
  const answeredMs = performance.now() - startedMs;
  while (kinds.some((kind) => waits[kind].length < round)) {
    await new Promise<void>((resolve) => (onMessage = resolve));
  }
  for (const kind of kinds) {
    const last = waits[kind].length - 1;
    waits[kind][last] = Math.max(0, (waits[kind][last] ?? 0) - answeredMs);
  }
  await pause(betweenMs);
}
for (const kind of kinds) {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => Math.round(quantile(waits[kind], part)));
  say(`${kind}: p50 ${String(p50)} ms, p99 ${String(p99)} ms, at most ${String(most)} ms`);
}
await product.stop();
process.exit();
