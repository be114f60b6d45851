/**
 * `npm run spec:breakages [-- numbers or sections]`: removes one behaviour at a time and runs the tests tagged with its
 * number; at least one must fail. Writes the results to docs/requirements-proof.
 * `-- --open` omits breakages that are already proven, `-- --in=gateway,services` selects files by folder, and
 * `-- --browsers` runs those that only browser tests prove, in a second working tree.
 */

import type { Breakage } from './breakage.mjs';
import { breakages } from './breakages/index.mjs';
import { compare, type TaggedTest } from './coverage.js';
import { faultOf } from './fault.js';
import { readDocument, readSource, readTests } from './files.js';
import { keyOf, type Proof } from './proof-document.js';
import { readSavedProofs, saveProofs } from './proof-files.js';
import { batchesOf } from './runner/batches.js';
import { runBrowsers } from './runner/run-browsers.js';
import { runJest } from './runner/run-jest.js';
import { createScratchTree } from './runner/scratch-tree.js';
import { judge, type Run, type Verdict } from './runner/verdict.js';

const minTimeoutMs = 15_000;
const jobs = Number(process.env['JOBS'] ?? 1);
const isVerbose = process.env['VERBOSE'] !== undefined;
const inBrowsers = process.argv.includes('--browsers');
const isOpenOnly = process.argv.includes('--open');
const folders = process.argv.flatMap((name) =>
  name.startsWith('--in=') ? name.slice('--in='.length).split(',') : [],
);
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const unknown = process.argv.find(
  (name) => name.startsWith('--') && !/^--(browsers|open|in=.+)$/.test(name),
);
if (unknown !== undefined) {
  console.error(`${unknown} is no option: tools/requirements/README.md lists them`);
  process.exit(64);
}

const { requirements, proofs } = compare(readDocument(), readTests());
const numbers = requirements.map(({ number }) => number);
const known = new Set(numbers);

const isAsked = (number: string): boolean =>
  asked.length === 0 || asked.some((name) => name === number || number.startsWith(`${name}.`));

const isInAskedFolder = (path: string): boolean =>
  folders.length === 0 || folders.some((folder) => path.startsWith(folder));

const workspaceOf = (path: string): string => /^(services\/[^/]+|[^/]+)/.exec(path)?.[0] ?? '';

/** Sources of one workspace do not run in the tests of another, except for the contracts and the kit. */
const testsOf = (breakage: Breakage, kind: RegExp): string[] => {
  const near = breakage.numbers.flatMap((number) => {
    const paths = (proofs.get(number) ?? []).map(({ path }) => path).filter((p) => kind.test(p));
    const own = paths.filter((path) => workspaceOf(path) === workspaceOf(breakage.file));
    return own.length > 0 ? own : paths;
  });
  return [...new Set(near)];
};
const unitTestsOf = (breakage: Breakage): string[] => testsOf(breakage, /\.test\.tsx?$/);
const browserTestsOf = (breakage: Breakage): string[] => testsOf(breakage, /\.spec\.ts$/);

const taggedTestsOf = (breakage: Breakage): TaggedTest[] => {
  const paths = unitTestsOf(breakage);
  const tests = breakage.numbers.flatMap((number) => proofs.get(number) ?? []);
  return tests.filter(({ path }) => paths.includes(path));
};

const assertPassing = ({ results, broken }: Run): void => {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && broken.length === 0) return;
  console.error('These tests fail without any breakage:');
  for (const { title, messages } of failed) console.error(`${title}\n${messages[0]}`);
  console.error(broken.join('\n'));
  process.exit(1);
};

const date = new Date().toISOString().slice(0, 10);
const written: Proof[] = [];

const verdictOf = ({ results, broken }: Run, number: string): Verdict => {
  const verdict = judge(results, number);
  if (verdict.outcome === 'fails' || broken.length === 0) return verdict;
  return { ...verdict, outcome: 'crashes', message: broken.join('\n') };
};

const note = (breakage: Breakage, run: Run): void => {
  const { what } = breakage;
  for (const number of breakage.numbers) {
    const { outcome, ...verdict } = verdictOf(run, number);
    console.log(`${number} ${what}: ${outcome}${verdict.title && ` › ${verdict.title}`}`);
    const [firstLine = ''] = verdict.message.split('\n');
    if (outcome === 'crashes' || isVerbose) console.log(`    ${firstLine}`);
    const test = verdict.title.replace(/ \[[\d., ]+\]$/, '');
    written.push({ number, what, outcome, test, date });
  }
  saveProofs(written, breakages, numbers);
};

const tryInJest = async (chosen: readonly Breakage[]): Promise<void> => {
  const chosenNumbers = chosen.flatMap((breakage) => breakage.numbers);
  /** The slowest test of each file in a run without breakages. */
  const slowestMs = new Map<string, Promise<number>>();
  const runUnbroken = async (paths: readonly string[]): Promise<number> => {
    const whole = await runJest({ paths, numbers: chosenNumbers });
    assertPassing(whole);
    return Math.max(0, ...whole.results.map(({ durationMs }) => durationMs));
  };
  const attempt = async (breakages: readonly Breakage[]): Promise<Run> => {
    const paths = [...new Set(breakages.flatMap(unitTestsOf))];
    const untried = paths.filter((path) => !slowestMs.has(path));
    // The files of one breakage at a time, so that a run that is cut short has results.
    if (untried.length > 0) {
      const unbroken = runUnbroken(untried);
      for (const path of untried) slowestMs.set(path, unbroken);
    }
    const durations = await Promise.all(paths.flatMap((path) => slowestMs.get(path) ?? []));
    const timeoutMs = Math.max(minTimeoutMs, 5 * Math.max(...durations));
    const numbers = breakages.flatMap((breakage) => breakage.numbers);
    return runJest({ paths, numbers, breakages, timeoutMs });
  };
  const queue = batchesOf(chosen, taggedTestsOf);
  const work = async (): Promise<void> => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const run = await attempt(batch);
      for (const breakage of batch) {
        const isProven = breakage.numbers.every((n) => verdictOf(run, n).outcome === 'fails');
        // Retry separately: another breakage of the run may have hidden the failure.
        const own = isProven || batch.length === 1 ? run : await attempt([breakage]);
        note(breakage, own);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
};

const tryInBrowsers = (chosen: readonly Breakage[]): void => {
  if (chosen.length === 0) return;
  const tree = createScratchTree();
  try {
    tree.build();
    const run = (some: readonly Breakage[]): Run =>
      runBrowsers({
        tree: tree.path,
        paths: [...new Set(some.flatMap(browserTestsOf))],
        numbers: some.flatMap((breakage) => breakage.numbers),
      });
    assertPassing(run(chosen));
    for (const breakage of chosen) {
      note(
        breakage,
        tree.whileBroken(breakage, () => run([breakage])),
      );
    }
  } finally {
    tree.remove();
  }
};

const stale = breakages.flatMap((breakage) => {
  const fault = faultOf(breakage, readSource(breakage.file), known);
  return fault && breakage.numbers.some(isAsked) ? [{ breakage, fault }] : [];
});
const skipped = new Set(stale.map(({ breakage }) => breakage));
const done = new Set(
  isOpenOnly
    ? readSavedProofs()
        .filter(({ outcome }) => outcome === 'fails')
        .map(keyOf)
    : [],
);
const isDone = ({ numbers, what }: Breakage): boolean =>
  numbers.every((number) => done.has(keyOf({ number, what })));
const chosen = breakages.filter(
  (breakage) =>
    breakage.numbers.some(isAsked) &&
    isInAskedFolder(breakage.file) &&
    !skipped.has(breakage) &&
    !isDone(breakage),
);
const unitProven = chosen.filter((breakage) => unitTestsOf(breakage).length > 0);
const browserProven = chosen.filter((breakage) => !unitProven.includes(breakage));
console.log(`${unitProven.length} breakages for Jest, ${browserProven.length} for browsers`);

if (inBrowsers) tryInBrowsers(browserProven);
else await tryInJest(unitProven);

const unproven = written.filter(({ outcome }) => outcome !== 'fails');
console.log(`${written.length - unproven.length} of ${written.length} fail as expected`);
for (const { number, what, outcome } of unproven) console.log(`  ${number} ${what}: ${outcome}`);
for (const { fault } of stale) console.log(`  not tried: ${fault}`);
process.exit(unproven.length + stale.length > 0 ? 1 : 0);
