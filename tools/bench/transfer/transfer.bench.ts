import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type BrowserContext } from '@playwright/test';
import { launchPersistentBrowser } from '../../../web/e2e/support/browsers.js';
import {
  createShare,
  randomFile,
  signUp,
  type ShareHandle,
} from '../../../web/e2e/support/people.js';
import { stackInfo } from '../../../web/e2e/support/stack.js';
import { median } from '../median.js';
import { timeBareChannel } from './bare-channel.js';
import { cpuSeconds, watchGrowth } from './processes.js';
import { limitSinks, timeProduct, type SinkKind } from './product.js';

/**
 * Compares the product's path with a bare data channel between the same browsers, in the same run and for the same bytes:
 * to memory, to disk, to two receivers against two bare channels, and to a file of the save dialog. Measurements of
 * product and bare channel alternate; ratios are medians of the ratios per round, which reduces the influence of other
 * load. The last line is a JSON object.
 *
 * BENCH_MB (default 256) megabytes per transfer, BENCH_ROUNDS (default 3), BENCH_ONLY a list of
 * memory,disk,two,dialog. Above 1024 MB the sink is the disk, one round, and the bare channel carries 256 MB.
 */
const mebibyte = 1024 * 1024;
const bytes = Number(process.env['BENCH_MB'] ?? 256) * mebibyte;
const isLarge = bytes > 1024 * mebibyte;
const bareBytes = isLarge ? 256 * mebibyte : bytes;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? (isLarge ? 1 : 3));

type Path = 'memory' | 'disk' | 'two' | 'dialog';
const wanted = (process.env['BENCH_ONLY'] ?? (isLarge ? 'disk' : 'memory,disk,two')).split(',');
const paths = (['memory', 'disk', 'two', 'dialog'] as const).filter((path) =>
  wanted.includes(path),
);
const sinkOf = {
  memory: 'memory',
  disk: 'disk',
  two: 'disk',
  dialog: 'dialog',
} as const satisfies Record<Path, SinkKind>;

interface Rig {
  folder: string;
  sender: BrowserContext;
  receivers: { context: BrowserContext; profile: string }[];
  share: ShareHandle;
}

interface Figure {
  mbPerSecond: number;
  /** Processor seconds of all browsers per MB and receiver. */
  cpuPerMb: number;
}

interface Round {
  bare: Figure;
  product: Figure;
  growthMb: number;
}

/** Each receiver is a separate browser with the sink of the path. */
const openReceivers = async (rig: Rig, path: Path): Promise<void> => {
  for (let index = 0; index < (path === 'two' ? 2 : 1); index += 1) {
    const profile = join(rig.folder, `${path}-${index}`);
    const context = await launchPersistentBrowser(profile);
    await limitSinks(context, sinkOf[path]);
    rig.receivers.push({ context, profile });
  }
};

const closeReceivers = async (rig: Rig): Promise<void> => {
  for (const { context, profile } of rig.receivers.splice(0)) {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
};

const profilesOf = (rig: Rig): string[] => [
  join(rig.folder, 'sender'),
  ...rig.receivers.map(({ profile }) => profile),
];

const figure = (sizeBytes: number, seconds: number, cpu: number, receivers: number): Figure => {
  const megabytes = (sizeBytes / mebibyte) * receivers;
  return { mbPerSecond: megabytes / seconds, cpuPerMb: cpu / megabytes };
};

const measureBare = async (rig: Rig): Promise<Figure> => {
  const from = await rig.sender.newPage();
  const to = await Promise.all(rig.receivers.map(({ context }) => context.newPage()));
  const before = cpuSeconds(profilesOf(rig));
  const seconds = await timeBareChannel(from, to, bareBytes);
  const cpu = cpuSeconds(profilesOf(rig)) - before;
  for (const page of [from, ...to]) await page.close();
  return figure(bareBytes, seconds, cpu, to.length);
};

const measureProduct = async (
  rig: Rig,
  path: Path,
): Promise<{ product: Figure; growthMb: number }> => {
  const pages = await Promise.all(rig.receivers.map(({ context }) => context.newPage()));
  let stopWatching = (): number => 0;
  let growth = 0;
  let before = 0;
  let cpu = 0;
  const onReady = () => {
    stopWatching = watchGrowth(profilesOf(rig));
    before = cpuSeconds(profilesOf(rig));
  };
  const onDone = () => {
    cpu = cpuSeconds(profilesOf(rig)) - before;
    growth = stopWatching();
  };
  const { seconds } = await timeProduct(pages, rig.share, sinkOf[path], onReady, onDone);
  for (const page of pages) await page.close();
  return { product: figure(bytes, seconds, cpu, pages.length), growthMb: growth / mebibyte };
};

const measure = async (rig: Rig, path: Path, isBareFirst: boolean): Promise<Round> => {
  await openReceivers(rig, path);
  const early = isBareFirst ? await measureBare(rig) : null;
  const { product, growthMb } = await measureProduct(rig, path);
  const bare = early ?? (await measureBare(rig));
  await closeReceivers(rig);
  console.log(
    `${path}: bare ${bare.mbPerSecond.toFixed(1)} MB/s, product ${product.mbPerSecond.toFixed(1)} MB/s, ` +
      `processor time × ${(product.cpuPerMb / bare.cpuPerMb).toFixed(2)}, memory + ${growthMb.toFixed(0)} MB`,
  );
  return { bare, product, growthMb };
};

const round3 = (value: number) => Number(value.toFixed(3));
const summarise = (path: Path, results: readonly Round[]): Record<string, number> => {
  const name = path === 'two' ? 'twoReceiver' : path;
  const ratio = median(results.map((r) => r.product.mbPerSecond / r.bare.mbPerSecond));
  const cpu = median(results.map((r) => r.product.cpuPerMb / r.bare.cpuPerMb));
  return {
    [`${name}Ratio`]: round3(ratio),
    [`${name}CpuRatio`]: round3(cpu),
    [`${name}BareMBps`]: round3(median(results.map((r) => r.bare.mbPerSecond))),
    [`${name}MBps`]: round3(median(results.map((r) => r.product.mbPerSecond))),
  };
};

test('product against a bare data channel', async () => {
  test.skip(paths.length === 0, 'not in BENCH_ONLY');
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const file = await randomFile(bytes);
  const sender = await launchPersistentBrowser(join(folder, 'sender'));
  const dashboard = await sender.newPage();
  await signUp(dashboard, stackInfo().url);
  const share = await createShare(dashboard, file.path);
  const rig: Rig = { folder, sender, receivers: [], share };

  const results: Record<Path, Round[]> = { memory: [], disk: [], two: [], dialog: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths) results[path].push(await measure(rig, path, round % 2 === 0));

  await sender.close();
  await file.remove();
  await rm(folder, { recursive: true, force: true });
  const toDisk = [...results.disk, ...results.two, ...results.dialog];
  const growth = toDisk.length > 0 ? toDisk : results.memory;
  console.log(
    JSON.stringify({
      bench: 'transfer',
      ...Object.assign({}, ...paths.map((path) => summarise(path, results[path]))),
      peakRssGrowthMb: Math.round(Math.max(...growth.map(({ growthMb }) => growthMb))),
      megabytes: bytes / mebibyte,
      rounds,
    }),
  );
});
