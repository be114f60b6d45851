// `npm test`: sets up what is missing and proves everything: sources, units, components, browsers.
// Goes on after a failure, so that one run tells all there is to put right.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from './fault.mjs';
import { watchNpm } from '../dev-stack/processes/parent.mjs';
import { buildAll } from './build-steps.mjs';
import { installDependencies, requireNode } from './install.mjs';
import { requireTestTools } from './tools.mjs';
import { holdBack, sideBySide } from '../test-runner/beside.mjs';
import { browserTests, sourceChecks, unitTests } from '../test-runner/checks.mjs';
import { timeStep } from '../test-runner/step.mjs';
import { summarise } from '../test-runner/summary.mjs';

const interrupt = new AbortController();
const reports = mkdtempSync(join(tmpdir(), 'tandem-test-'));
const say = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
const complain = (/** @type {string} */ text) => void process.stderr.write(`\n${text}\n`);

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => interrupt.abort(new Error(name)));
}
watchNpm(() => interrupt.abort(new Error('npm is gone')));

/** @type {import('../test-runner/step.mjs').Outcome[]} */
const outcomes = [];

/** @param {import('../test-runner/checks.mjs').Check} check @param {import('../test-runner/beside.mjs').Voice} [voice] */
const perform = async (check, voice = { say, complain }) => {
  if (interrupt.signal.aborted) return;
  const outcome = await check(voice.complain, interrupt.signal);
  voice.say(`  ${outcome.result}: ${outcome.name}`);
  outcomes.push(outcome);
};

/** @param {import('../test-runner/beside.mjs').Voice} [voice] */
const checkSources = async (voice) => {
  for (const check of sourceChecks()) await perform(check, voice);
};

/** Whether a step of the set-up succeeded; what it could not do is said once. @param {string} name @param {() => Promise<void>} work */
const setUp = async (name, work) => {
  const outcome = await timeStep(name, async () => {
    try {
      await work();
      return { code: 0 };
    } catch (error) {
      complain(describeError(error));
      return { code: 1 };
    }
  });
  outcomes.push(outcome);
  return outcome.result === 'ok';
};

const runAll = async () => {
  const isInstalled = await setUp('set-up', async () => {
    requireNode();
    await installDependencies(say, interrupt.signal);
    await requireTestTools(say, interrupt.signal);
  });
  if (!isInstalled) return;
  const isBuilt = await setUp('build', () => buildAll(say, interrupt.signal));

  if (!isBuilt) return checkSources(); // tests would only repeat what the build said

  // Alone: some of them measure time.
  await perform(unitTests(reports));
  say('Checking the sources while browsers and services wait for each other …');
  const afterwards = holdBack({ say, complain });
  await sideBySide(
    () => perform(browserTests(reports)).finally(afterwards.release),
    () => checkSources(afterwards),
  );
};

try {
  await runAll();
} catch (error) {
  complain(describeError(error));
  outcomes.push(await timeStep('test run', () => Promise.resolve({ code: 1 })));
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (interrupt.signal.aborted) {
  outcomes.push(await timeStep('interrupted', () => Promise.resolve({ code: 1 })));
}
const { table, closing, hasFailed } = summarise(outcomes);
say(`\n${table}\n\n${closing}`);
process.exit(hasFailed ? 1 : 0);
