import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { launchBrowserProcess } from '../../../web/e2e/support/browsers.js';
import { fitDisk } from '../../../web/e2e/support/disk.js';
import { instrument, observe, whenReceivedBeyond } from '../../../web/e2e/support/instruments.js';
import { openNetwork, type Network } from '../../../web/e2e/support/network/network.js';
import { createShare, openShare, signUp } from '../../../web/e2e/support/people.js';
import { stackInfo } from '../../../web/e2e/support/stack.js';

/**
 * Measures the time from the end of a network outage until bytes flow again. Five parallel pairs of pages, each with its
 * own network that fails for 1 to 30 s, ten times (RESUME_ROUNDS). The last line is a JSON object.
 */
const mebibyte = 1024 * 1024;
const pairs = 5;
const rounds = Number(process.env['RESUME_ROUNDS'] ?? 10);
/** A sparse file; no transfer completes. */
const fileBytes = 2048 * mebibyte;
/** Slow enough that five parallel transfers do not saturate the machine. */
const diskMsPerMiB = 1_000;
const cutSeconds = [1, 2, 4, 6, 9, 12, 15, 18, 24, 30];

interface Pair {
  network: Network;
  sender: Page;
  recipient: Page;
}

interface Run {
  cutSeconds: number;
  resumedMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const cutOnce = async ({ network, recipient }: Pair, seconds: number): Promise<Run> => {
  // Interrupt only after bytes flow.
  await whenReceivedBeyond(recipient, (await observe(recipient)).receivedBytes);
  network.cut();
  await pause(seconds * 1_000);
  const { receivedBytes } = await observe(recipient);
  const healedAtMs = Date.now();
  network.heal();
  const resumedAtMs = await whenReceivedBeyond(recipient, receivedBytes);
  return { cutSeconds: seconds, resumedMs: resumedAtMs - healedAtMs };
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

test('bytes flow again after the network returns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-resume-'));
  const path = join(folder, 'sparse.bin');
  const file = await open(path, 'w');
  await file.truncate(fileBytes);
  await file.close();
  const browsers = [await launchBrowserProcess(), await launchBrowserProcess()] as const;
  const [senders, recipients] = [await browsers[0].newContext(), await browsers[1].newContext()];
  await signUp(await senders.newPage(), stackInfo().url);

  const all: Pair[] = [];
  for (let n = 0; n < pairs; n += 1) {
    const network = openNetwork();
    const [sender, recipient] = [await senders.newPage(), await recipients.newPage()];
    for (const page of [sender, recipient]) {
      await instrument(page);
      await network.carry(page);
    }
    await fitDisk(recipient, diskMsPerMiB);
    await sender.goto(stackInfo().url);
    await openShare(recipient, await createShare(sender, path));
    await recipient.getByRole('button', { name: 'Download File' }).click();
    all.push({ network, sender, recipient });
  }
  const runs: Run[] = [];
  await Promise.all(
    all.map(async (pair, offset) => {
      for (let round = 0; round < rounds; round += 1) {
        const seconds = cutSeconds[(round + 2 * offset) % cutSeconds.length] ?? 1;
        runs.push(await cutOnce(pair, seconds));
      }
    }),
  );
  for (const seconds of cutSeconds) {
    const times = runs.filter((run) => run.cutSeconds === seconds).map((run) => run.resumedMs);
    if (times.length > 0)
      console.log(`${String(seconds)} s away: back after ${times.join(', ')} ms`);
  }
  const observed = await Promise.all(all.map(({ sender }) => observe(sender)));
  for (const { network } of all) await network.close();
  await Promise.all(browsers.map((browser) => browser.close()));
  await rm(folder, { recursive: true, force: true });

  const sorted = runs.map(({ resumedMs }) => resumedMs).toSorted((a, b) => a - b);
  console.log(
    JSON.stringify({
      bench: 'resume',
      runs: runs.length,
      p50Ms: percentile(sorted, 0.5),
      p95Ms: percentile(sorted, 0.95),
      maxMs: sorted.at(-1),
      restarts: observed.reduce((sum, { restarts }) => sum + restarts, 0),
      connections: observed.reduce((sum, { connections }) => sum + connections, 0),
    }),
  );
});
