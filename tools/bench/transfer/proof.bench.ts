import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { launchPersistentBrowser } from '../../../web/e2e/support/browsers.js';
import {
  createShare,
  randomFile,
  signUp,
  type ShareHandle,
} from '../../../web/e2e/support/people.js';
import { stackInfo } from '../../../web/e2e/support/stack.js';
import { median } from '../median.js';
import { cpuSeconds } from './processes.js';
import { limitSinks, timeProduct } from './product.js';

/**
 * What the proof of the peers costs: the same share over its protected link and over the plain one, alternating in one
 * run, to memory. Rates are from the first byte to the last, because the plain link waits for the sender's answer first.
 * The last line is a JSON object. BENCH_MB (default 256), BENCH_ROUNDS (default 3).
 */
const mebibyte = 1024 * 1024;
const bytes = Number(process.env['BENCH_MB'] ?? 256) * mebibyte;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const isWanted = (process.env['BENCH_ONLY'] ?? 'proof').split(',').includes('proof');

type Link = 'protected' | 'plain';

test('a protected link against a plain link', async () => {
  test.skip(!isWanted, 'not in BENCH_ONLY');
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const file = await randomFile(bytes);
  const sender = await launchPersistentBrowser(join(folder, 'sender'));
  const dashboard = await sender.newPage();
  await signUp(dashboard, stackInfo().url);
  const share = await createShare(dashboard, file.path);
  const shares: Record<Link, ShareHandle> = {
    protected: share,
    plain: { ...share, link: share.link.replace(/#.*/, '') },
  };
  let visits = 0;

  const measure = async (link: Link) => {
    visits += 1;
    // A browser that has opened the protected link refuses the plain one.
    const profile = join(folder, `recipient-${visits}`);
    const profiles = [join(folder, 'sender'), profile];
    const recipient = await launchPersistentBrowser(profile);
    await limitSinks(recipient, 'memory');
    const page = await recipient.newPage();
    let cpu = 0;
    const consent =
      link === 'plain' ? dashboard.getByRole('button', { name: 'Send anyway' }).click() : null;
    const { flowSeconds } = await timeProduct(
      [page],
      shares[link],
      'memory',
      () => (cpu = -cpuSeconds(profiles)),
      () => (cpu += cpuSeconds(profiles)),
    );
    await consent;
    await recipient.close();
    const figure = { mbPerSecond: bytes / mebibyte / flowSeconds, cpu };
    console.log(
      `${link}: ${figure.mbPerSecond.toFixed(1)} MB/s, ${cpu.toFixed(1)} processor seconds`,
    );
    return figure;
  };

  const ratios: { speed: number; cpu: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const early = round % 2 === 0 ? await measure('plain') : null;
    const proven = await measure('protected');
    const plain = early ?? (await measure('plain'));
    ratios.push({ speed: proven.mbPerSecond / plain.mbPerSecond, cpu: proven.cpu / plain.cpu });
  }
  await sender.close();
  await file.remove();
  await rm(folder, { recursive: true, force: true });
  console.log(
    JSON.stringify({
      bench: 'proof',
      speedRatio: Number(median(ratios.map(({ speed }) => speed)).toFixed(3)),
      cpuRatio: Number(median(ratios.map(({ cpu }) => cpu)).toFixed(3)),
      megabytes: bytes / mebibyte,
      rounds,
    }),
  );
});
