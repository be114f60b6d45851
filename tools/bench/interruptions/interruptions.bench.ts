import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Browser, type Page } from '@playwright/test';
import { launchBrowserProcess } from '../../../web/e2e/support/browsers.js';
import { instrument, observe } from '../../../web/e2e/support/instruments.js';
import { openNetwork, type Network } from '../../../web/e2e/support/network/network.js';
import { createShare, openShare, signUp } from '../../../web/e2e/support/people.js';
import { stackInfo } from '../../../web/e2e/support/stack.js';
import { median } from '../median.js';

/**
 * Measures what an interruption of half a second to three seconds costs a transfer at 20 Mbit/s: how long after its end
 * no byte arrives, and how much less arrives in eight seconds than at the rate before. INTERRUPTION_RTT is a list of
 * round trips, INTERRUPTION_MS of interruptions, each in ms; INTERRUPTION_ROUNDS (default 3) transfers for each
 * round trip go through all interruptions. The last line is a JSON object with medians.
 */
const numbers = (name: string, preset: string): number[] =>
  (process.env[name] ?? preset).split(',').map(Number);

const rounds = Number(process.env['INTERRUPTION_ROUNDS'] ?? 3);
const roundTrips = numbers('INTERRUPTION_RTT', '0,20,60');
const interruptionsMs = numbers('INTERRUPTION_MS', '500,1000,2000,3000');
const mbit = 20;
/** A sparse file; no transfer completes. */
const fileBytes = 2 ** 31;
/** Until the transfer knows the line; then its rate is measured. */
const settleMs = 3_000;
const usualMs = 4_000;
const observedMs = 8_000;
const sampleMs = 50;

interface Cost {
  /** From the end of the interruption until bytes arrive. */
  silentMs: number;
  /** Bytes that are missing after `observedMs`, as time at the rate before the first interruption. */
  lostMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Bytes per ms. */
const usualRate = async (recipient: Page): Promise<number> => {
  const before = (await observe(recipient)).receivedBytes;
  const startMs = performance.now();
  await pause(usualMs);
  return ((await observe(recipient)).receivedBytes - before) / (performance.now() - startMs);
};

const interrupt = async (
  network: Network,
  recipient: Page,
  ms: number,
  rate: number,
): Promise<Cost> => {
  network.cut();
  await pause(ms);
  const before = (await observe(recipient)).receivedBytes;
  network.heal();
  const healedAtMs = performance.now();
  let silentMs = Number.NaN;
  for (;;) {
    await pause(sampleMs);
    const bytes = (await observe(recipient)).receivedBytes - before;
    const passedMs = performance.now() - healedAtMs;
    if (bytes > 0 && Number.isNaN(silentMs)) silentMs = passedMs;
    if (passedMs >= observedMs) return { silentMs, lostMs: passedMs - bytes / rate };
  }
};

const interruptOneTransfer = async (
  browsers: readonly [Browser, Browser],
  path: string,
  rttMs: number,
): Promise<Map<number, Cost>> => {
  const network = openNetwork();
  const contexts = await Promise.all(browsers.map((browser) => browser.newContext()));
  try {
    // Without the save dialog, which waits for a click, files go to private storage.
    for (const context of contexts)
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const [sender, recipient] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!sender || !recipient) throw new Error('no page');
    for (const page of [sender, recipient]) {
      await instrument(page);
      await network.carry(page);
    }
    network.degrade({ delayMs: rttMs / 2, lossRate: 0, mbit, queueMs: Math.max(20, rttMs) });
    await signUp(sender, stackInfo().url);
    await openShare(recipient, await createShare(sender, path));
    await recipient.getByRole('button', { name: 'Download File' }).click();
    while ((await observe(recipient)).receivedBytes === 0) await pause(sampleMs);
    await pause(settleMs);
    const rate = await usualRate(recipient);
    const costs = new Map<number, Cost>();
    for (const ms of interruptionsMs) costs.set(ms, await interrupt(network, recipient, ms, rate));
    return costs;
  } finally {
    for (const context of contexts) await context.close();
    await network.close();
  }
};

test('what short interruptions cost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-interruptions-'));
  const path = join(folder, 'sparse.bin');
  const file = await open(path, 'w');
  await file.truncate(fileBytes);
  await file.close();
  const browsers = [await launchBrowserProcess(), await launchBrowserProcess()] as const;
  const result: Record<string, Cost> = {};
  for (const rttMs of roundTrips) {
    const all: Map<number, Cost>[] = [];
    for (let round = 0; round < rounds; round += 1)
      all.push(await interruptOneTransfer(browsers, path, rttMs));
    for (const ms of interruptionsMs) {
      const runs = all.flatMap((costs) => costs.get(ms) ?? []);
      const silentMs = Math.round(median(runs.map((run) => run.silentMs)));
      const lostMs = Math.round(median(runs.map((run) => run.lostMs)));
      result[`${rttMs}/${ms}`] = { silentMs, lostMs };
      console.log(
        `round trip ${rttMs} ms, ${ms} ms away: bytes after ${silentMs} ms, ${lostMs} ms lost`,
      );
    }
  }
  for (const browser of browsers) await browser.close();
  await rm(folder, { recursive: true });
  console.log(JSON.stringify(result));
});
