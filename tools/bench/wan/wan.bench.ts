import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Browser, type Page } from '@playwright/test';
import { launchBrowserProcess, launchFirefoxProcess } from '../../../web/e2e/support/browsers.js';
import { instrument, observe } from '../../../web/e2e/support/instruments.js';
import { openNetwork, type Network } from '../../../web/e2e/support/network/network.js';
import { createShare, openShare, signUp } from '../../../web/e2e/support/people.js';
import { stackInfo } from '../../../web/e2e/support/stack.js';
import { median } from '../median.js';
import { startBare } from './bare.js';
import { renderShares } from './chart.js';
import { openFilePizza, type FilePizza } from './filepizza.js';

/**
 * Two browser processes across a line with a round trip, a rate and a queue of one round trip. Each round
 * measures one bare channel, four bare channels and the product in turn, for WAN_SECONDS (default 20) from the
 * first byte; WAN_ROUNDS (default 3), WAN_CELLS a list of rtt/mbit/loss percent. The relay runs in this process, so
 * rates stay at 20 Mbit/s or below; a row in which the kernel dropped datagrams measured the machine and does not count.
 * WAN_BROWSERS names sender and recipient (default chromium,chromium; either may be firefox). WAN_FILEPIZZA=true measures
 * FilePizza's transfer too. WAN_CHART writes a chart to that path. The last line is a JSON object.
 */
const seconds = Number(process.env['WAN_SECONDS'] ?? 20);
const rounds = Number(process.env['WAN_ROUNDS'] ?? 3);
const cells = (process.env['WAN_CELLS'] ?? '20/20/0,50/20/0,100/20/0,100/5/0,50/20/0.5')
  .split(',')
  .map((cell) => {
    const [rttMs = 0, mbit = 0, lossPercent = 0] = cell.split('/').map(Number);
    return { name: cell, rttMs, mbit, lossPercent };
  });
type Cell = (typeof cells)[number];

const launchers = { chromium: launchBrowserProcess, firefox: launchFirefoxProcess };
const isBrowser = (name: string): name is keyof typeof launchers => Object.hasOwn(launchers, name);

const launchFromEnv = async (): Promise<[Browser, Browser]> => {
  const names = (process.env['WAN_BROWSERS'] ?? 'chromium,chromium').split(',');
  const [sender = '', recipient = '', ...more] = names;
  if (!isBrowser(sender) || !isBrowser(recipient) || more.length > 0)
    throw new Error(
      `WAN_BROWSERS=${names.join()}: name two of ${Object.keys(launchers).join(', ')}`,
    );
  return [await launchers[sender](), await launchers[recipient]()];
};

/** A sparse file; no transfer completes. */
const fileBytes = 2 ** 31;
/** Payload share of a full packet; the rest are headers of SCTP, DTLS, UDP and IPv4. */
const payloadShare = 0.925;
const sampleMs = 100;

interface Measurement {
  /** Share of the line's capacity. */
  share: number;
  firstFiveSeconds: number;
  /** Longest time without a byte after the first two seconds. */
  silenceMs: number;
  droppedPercent: number;
  queueMs: number;
  /** Datagrams dropped by the kernel because a process read them too slowly. */
  machineDrops: number;
}

/** Without the rows that measured the machine; null when none is left. */
const medianShare = (runs: readonly Measurement[]): number | null => {
  const valid = runs.filter(({ machineDrops }) => machineDrops === 0);
  return valid.length === 0 ? null : Number(median(valid.map(({ share }) => share)).toFixed(3));
};

const kernelDrops = (): number => {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Udp:'));
  return Number(values.split(' ')[names.split(' ').indexOf('RcvbufErrors')]);
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const watch = async (
  { mbit }: Cell,
  network: Network,
  received: () => Promise<number>,
): Promise<Measurement> => {
  while ((await received()) === 0) await pause(10);
  const drops = kernelDrops();
  const startMs = performance.now();
  let lastBytes = await received();
  let lastMs = startMs;
  let silenceMs = 0;
  let fiveBytes = 0;
  for (;;) {
    await pause(sampleMs);
    const nowMs = performance.now();
    const bytes = await received();
    if (bytes > lastBytes || nowMs - startMs < 2_000) lastMs = nowMs;
    else silenceMs = Math.max(silenceMs, nowMs - lastMs);
    lastBytes = bytes;
    if (nowMs - startMs <= 5_000) fiveBytes = bytes;
    if (nowMs - startMs >= seconds * 1_000) break;
  }
  const elapsedMs = performance.now() - startMs;
  const ceiling = mbit * 125 * payloadShare;
  const [line] = network.counts();
  return {
    share: lastBytes / (ceiling * elapsedMs),
    firstFiveSeconds: fiveBytes / (ceiling * 5_000),
    silenceMs: Math.round(silenceMs),
    droppedPercent: ((line?.dropped ?? 0) / Math.max(1, line?.datagrams ?? 0)) * 100,
    queueMs: line?.meanQueueMs ?? 0,
    machineDrops: kernelDrops() - drops,
  };
};

interface Rig {
  browsers: readonly [Browser, Browser];
  path: string;
}

const withPages = async (
  rig: Rig,
  cell: Cell,
  measure: (sender: Page, receiver: Page, network: Network) => Promise<Measurement>,
): Promise<Measurement> => {
  const network = openNetwork();
  const contexts = await Promise.all(rig.browsers.map((browser) => browser.newContext()));
  // Without the save dialog, which waits for a click, files go to private storage.
  for (const context of contexts)
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  try {
    const [sender, receiver] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!sender || !receiver) throw new Error('no page');
    for (const page of [sender, receiver]) {
      await instrument(page);
      await network.carry(page);
    }
    network.degrade({
      delayMs: cell.rttMs / 2,
      lossRate: cell.lossPercent / 100,
      mbit: cell.mbit,
      queueMs: Math.max(20, cell.rttMs),
    });
    return await measure(sender, receiver, network);
  } finally {
    for (const context of contexts) await context.close();
    await network.close();
  }
};

type Way = (rig: Rig, cell: Cell) => Promise<Measurement>;

const ways: Readonly<Record<string, Way>> = {
  'one channel': (rig, cell) => bare(rig, cell, 1),
  'four channels': (rig, cell) => bare(rig, cell, 4),
  product: (rig, cell) =>
    withPages(rig, cell, async (sender, receiver, network) => {
      await signUp(sender, stackInfo().url);
      await openShare(receiver, await createShare(sender, rig.path));
      await receiver.getByRole('button', { name: 'Download File' }).click();
      return watch(cell, network, async () => (await observe(receiver)).receivedBytes);
    }),
};

/** Its file is in memory, and longer than the line can carry: FilePizza buffers whatever has not left. */
const filePizzaWay =
  (filePizza: FilePizza): Way =>
  (rig, cell) =>
    withPages(rig, cell, async (sender, receiver, network) => {
      const bytes = Math.ceil(cell.mbit * 125_000 * seconds * 1.5);
      return watch(cell, network, await filePizza.transfer(sender, receiver, bytes));
    });

const bare = (rig: Rig, cell: Cell, count: number): Promise<Measurement> =>
  withPages(rig, cell, async (sender, receiver, network) => {
    for (const page of [sender, receiver]) await page.goto(`${stackInfo().url}/terms`);
    return watch(cell, network, await startBare(sender, receiver, count));
  });

test('the product and bare channels over a wide-area line', async () => {
  test.setTimeout(3 * 60 * 60_000);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-wan-'));
  const path = join(folder, 'sparse.bin');
  const file = await open(path, 'w');
  await file.truncate(fileBytes);
  await file.close();
  const filePizza = process.env['WAN_FILEPIZZA'] === 'true' ? await openFilePizza() : null;
  const rig: Rig = { path, browsers: await launchFromEnv() };
  const measured = filePizza === null ? ways : { ...ways, FilePizza: filePizzaWay(filePizza) };
  const result: Record<string, Record<string, number | null>> = {};
  for (const cell of cells) {
    const all: Record<string, Measurement[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, way] of Object.entries(measured)) {
        const one = await way(rig, cell);
        (all[name] ??= []).push(one);
        console.log(
          `${cell.name} ${name}: ${(one.share * 100).toFixed(0)} % of the line, first 5 s ${(one.firstFiveSeconds * 100).toFixed(0)} %, ` +
            `silence ${one.silenceMs} ms, dropped ${one.droppedPercent.toFixed(2)} %, queue ${one.queueMs.toFixed(0)} ms` +
            (one.machineDrops > 0 ? `, REFUSED: the machine dropped ${one.machineDrops}` : ''),
        );
      }
    }
    result[cell.name] = Object.fromEntries(
      Object.entries(all).map(([name, runs]) => [name, medianShare(runs)]),
    );
  }
  for (const browser of rig.browsers) await browser.close();
  filePizza?.close();
  await rm(folder, { recursive: true });
  const chart = process.env['WAN_CHART'];
  if (chart !== undefined) {
    const all = Object.entries(result).map(([name, shares]) => ({ name, shares }));
    await writeFile(chart, renderShares(all));
  }
  console.log(JSON.stringify(result));
});
