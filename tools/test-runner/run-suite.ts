import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '../bootstrap/build-steps.js';
import { describeError } from '../bootstrap/fault.mjs';
import { allBrowserTests, chaos, sourceChecks, unitTests, type Check } from './checks.js';
import { deferOutput, runParallel, type Reporter } from './parallel.js';
import { timeStep, type Outcome } from './step.js';
import { summarise } from './summary.js';

const stdout: Reporter = {
  info: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`\n${text}\n`),
};

/** Runs every check, continuing after failures, and prints a summary. Returns the exit code. */
export const runSuite = async (signal: AbortSignal): Promise<number> => {
  const reports = mkdtempSync(join(tmpdir(), 'tandem-test-'));
  const outcomes: Outcome[] = [];

  const perform = async (check: Check, reporter = stdout) => {
    if (signal.aborted) return;
    const outcome = await check(reporter.error, signal);
    reporter.info(`  ${outcome.result}: ${outcome.name}`);
    outcomes.push(outcome);
  };

  const checkSources = async (reporter?: Reporter) => {
    for (const check of sourceChecks()) await perform(check, reporter);
  };

  const build = async (): Promise<boolean> => {
    const outcome = await timeStep('build', async () => {
      try {
        await buildAll(stdout.info, signal);
        return { code: 0 };
      } catch (error) {
        stdout.error(describeError(error));
        return { code: 1 };
      }
    });
    outcomes.push(outcome);
    return outcome.result === 'ok';
  };

  const runAll = async () => {
    if (!(await build())) {
      await checkSources(); // tests of stale builds prove nothing
      return;
    }
    // Jest alone, because some of its tests measure time.
    await perform(unitTests(reports));
    const { together, alone } = allBrowserTests(reports);
    await perform(together);
    // The checks, with the lowest priority, use the processors while the rounds of chaos wait.
    const deferred = deferOutput(stdout);
    await runParallel(
      () => perform(chaos(reports)).finally(deferred.release),
      () => checkSources(deferred),
    );
    await perform(alone);
  };

  try {
    await runAll();
  } catch (error) {
    stdout.error(describeError(error));
    outcomes.push(await timeStep('test run', () => Promise.resolve({ code: 1 })));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  if (signal.aborted) {
    outcomes.push(await timeStep('interrupted', () => Promise.resolve({ code: 1 })));
  }
  const { table, failures, closing, hasFailed } = summarise(outcomes);
  stdout.info(['', table, ...(failures === '' ? [] : ['', failures]), '', closing].join('\n'));
  return hasFailed ? 1 : 0;
};
