import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type BrowserContext, type Page } from '@playwright/test';
import { launchPersistentBrowser } from '../../../web/e2e/browsers.js';
import {
  createShare,
  expectVerified,
  openShare,
  randomFile,
  signUp,
  type ShareHandle,
} from '../../../web/e2e/people.js';
import { stackInfo } from '../../../web/e2e/stack.js';
import { timeBareChannel } from './bare-channel.js';
import { watchGrowth } from './memory.js';

/**
 * The product's path against a bare data channel between the same two browsers, in the same run and for
 * the same bytes. Rounds alternate, figures are medians, and the last line is one JSON object.
 *
 * BENCH_MB (default 256) bytes of a round; BENCH_ROUNDS (default 3).
 */
const mebibyte = 1024 * 1024;
const bytes = Number(process.env['BENCH_MB'] ?? 256) * mebibyte;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

type SinkKind = 'memory' | 'disk';

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rate = (seconds: number) => bytes / mebibyte / seconds;

/** Take away what the sink must not use: only memory is left, or the origin's private file system. */
const limitSinks = (context: BrowserContext, sink: SinkKind) =>
  context.addInitScript((kind) => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
    if (kind === 'memory') Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');
  }, sink);

/** Seconds between the panel's first `receiving` and `completed`, on the page's own clock. */
const watchPanel = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let start = 0;
        const look = () => {
          const state = document.querySelector('[data-state]')?.getAttribute('data-state');
          if (state === 'receiving') start ||= performance.now();
          if (state !== 'completed') return;
          observer.disconnect();
          resolve((performance.now() - start) / 1000);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true, subtree: true, childList: true });
      }),
  );

const receive = async (page: Page, share: ShareHandle): Promise<number> => {
  await openShare(page, share);
  const seconds = watchPanel(page);
  await page.getByRole('button', { name: 'Download File' }).click();
  await expectVerified(page, 20 * 60_000);
  return seconds;
};

test('product against a bare data channel', async () => {
  const { url } = stackInfo();
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const file = await randomFile(bytes);
  const profile = (name: string) => join(folder, name);
  const sender = await launchPersistentBrowser(profile('sender'));
  const receivers = {
    memory: await launchPersistentBrowser(profile('memory')),
    disk: await launchPersistentBrowser(profile('disk')),
  };
  await limitSinks(receivers.memory, 'memory');
  await limitSinks(receivers.disk, 'disk');
  const dashboard = await sender.newPage();
  await signUp(dashboard, url);
  const share = await createShare(dashboard, file.path);

  const bare: number[] = [];
  const product: Record<SinkKind, number[]> = { memory: [], disk: [] };
  const growth: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['memory', 'disk'] as const) {
      const [from, to] = [await sender.newPage(), await receivers[kind].newPage()];
      bare.push(await timeBareChannel(from, to, bytes));
      await from.close();
      const stopWatching = watchGrowth([profile('sender'), profile(kind)]);
      product[kind].push(await receive(to, share));
      if (kind === 'disk') growth.push(stopWatching());
      else stopWatching();
      await to.close();
    }
    console.log(
      `round ${round + 1}: bare ${bare
        .slice(-2)
        .map((s) => rate(s).toFixed(1))
        .join(' / ')} MB/s, ` +
        `memory sink ${rate(product.memory.at(-1) ?? 0).toFixed(1)} MB/s, ` +
        `disk sink ${rate(product.disk.at(-1) ?? 0).toFixed(1)} MB/s`,
    );
  }
  await Promise.all([sender, receivers.memory, receivers.disk].map((context) => context.close()));
  await file.remove();
  await rm(folder, { recursive: true, force: true });

  const bareSeconds = median(bare);
  const ratio = (kind: SinkKind) => Number((bareSeconds / median(product[kind])).toFixed(3));
  console.log(
    JSON.stringify({
      bench: 'transfer',
      ratio: ratio('disk'),
      memoryRatio: ratio('memory'),
      diskRatio: ratio('disk'),
      bareMBps: Number(rate(bareSeconds).toFixed(1)),
      memoryMBps: Number(rate(median(product.memory)).toFixed(1)),
      diskMBps: Number(rate(median(product.disk)).toFixed(1)),
      peakRssGrowthMb: Math.round(median(growth) / mebibyte),
      megabytes: bytes / mebibyte,
      rounds,
    }),
  );
});
