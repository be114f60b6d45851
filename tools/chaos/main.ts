/** `npm run chaos`: injects faults into the running product in rounds, and reports what it found. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interruptSignal } from '../bootstrap/interrupt.mjs';
import { missingBuilds } from '../dev-stack/stack.js';
import { readOptions, usage, UsageFault, type Options } from './options.js';
import { createRandom } from './random.js';
import { renderReport, type Report } from './report/page.js';
import { hasHeld, missesOf, withoutTimeGoals, type Round, type RoundReport } from './round.js';
import { rounds } from './rounds/index.js';
import { startWorld, type World } from './world.js';

const signal = interruptSignal();

/** The newest start. */
let starting: Promise<World> | undefined;
const start = (replicas: number | undefined): Promise<World> =>
  // A signal of its own: each start leaves listeners.
  (starting = startWorld(replicas, AbortSignal.any([signal])));

const exitWhenStopped = () => {
  const stopped = starting?.then((world) => world.stop()) ?? Promise.resolve();
  // A start that is interrupted stops what it has started.
  void stopped.catch(() => undefined).finally(() => process.exit(130));
};
signal.addEventListener('abort', exitWhenStopped);

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** A round has the same seed in every run with the same seed, whatever other rounds there are. */
const seedOf = (seed: number, { id }: Round): number => (seed + Number(id.slice(1))) % 2 ** 32;

const runRound = async (round: Round, seconds: number, seed: number): Promise<RoundReport> => {
  const { id, title } = round;
  say(`${id} ${title}: ${Math.round(seconds)} s, seed ${seed}`);
  let world = await start(round.replicas);
  const renew = async () => {
    await world.stop();
    world = await start(round.replicas);
    return world;
  };
  const begin = performance.now();
  const took = () => Math.round((performance.now() - begin) / 1_000);
  try {
    const findings = await round.run({ world, renew, random: createRandom(seed), seconds });
    return { id, title, seed, seconds: took(), ...findings };
  } catch (error) {
    const faults = [`the round failed: ${error instanceof Error ? error.message : String(error)}`];
    return { id, title, seed, seconds: took(), counts: {}, measures: [], faults };
  } finally {
    await world.stop();
  }
};

const describe = (report: RoundReport): void => {
  const counts = Object.entries(report.counts).map(([name, count]) => `${count} ${name}`);
  say(`   ${hasHeld(report) ? 'held' : 'FAILED'}: ${counts.join(', ')}`);
  for (const { name, value, unit } of report.measures)
    say(`   ${name}: ${value.toFixed(2)} ${unit}`);
  for (const { name, atMost, unit } of missesOf(report)) {
    say(`   missed: ${name}, at most ${String(atMost)} ${unit}`);
  }
  for (const fault of report.faults) say(`   fault: ${fault}`);
};

const runAll = async (options: Options): Promise<number> => {
  const { minutes, only, seed, report: folder, isBusy } = options;
  const missing = missingBuilds();
  if (missing.length > 0)
    throw new UsageFault(`Not built: ${missing.join(', ')}. Run: npm run build`);
  const chosen = rounds.filter(({ id }) => only.includes(id));
  const weights = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const report: Report = { startedAt: new Date().toISOString(), seed, minutes, rounds: [] };
  for (const round of chosen) {
    const seconds = (minutes * 60 * round.weight) / weights;
    const found = await runRound(round, seconds, seedOf(seed, round));
    const done = isBusy ? withoutTimeGoals(found) : found;
    describe(done);
    report.rounds.push(done);
    // After each round: an interrupted run leaves what it has found.
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'chaos.json'), `${JSON.stringify(report, undefined, 2)}\n`);
    writeFileSync(join(folder, 'chaos.html'), renderReport(report));
  }
  say(`report: ${join(folder, 'chaos.html')}`);
  return report.rounds.every(hasHeld) ? 0 : 1;
};

try {
  const ids = rounds.map(({ id }) => id);
  const options = readOptions(process.argv.slice(2), ids);
  if (options) process.exit(await runAll(options));
  say(usage(ids));
} catch (error) {
  if (!(error instanceof UsageFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
