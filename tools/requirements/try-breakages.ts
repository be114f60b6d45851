/**
 * `npm run spec:breakages [-- numbers or sections]`: removes one behaviour at a time and runs the tests tagged with its
 * number; at least one must fail. Writes the results to docs/requirements-proof.
 * `-- --open` omits breakages that are already proven, `-- --in=gateway,services` selects files by folder, and
 * `-- --browsers` runs those that only browser tests prove, in a second working tree.
 */
import { breakages } from './breakages/index.mjs';
import { batchesOf, faultOf, judge } from './breakage.mjs';
import { compare } from './coverage.js';
import { readDocument, readSource, readTests } from './files.js';
import { keyOf } from './proof-document.js';
import { readSavedProofs, saveProofs } from './proof-files.js';
import { runBrowsers } from './run-browsers.js';
import { runJest } from './run-jest.js';
import { createScratchTree } from './scratch-tree.js';

/** @typedef {import('./breakage.mjs').Breakage} Breakage */
/** @typedef {{ results: import('./breakage.mjs').TestResult[], broken: string[] }} Run */

const minTimeoutMs = 15_000;
const jobs = Number(process.env['JOBS'] ?? 1);
const isVerbose = process.env['VERBOSE'] !== undefined;
const inBrowsers = process.argv.includes('--browsers');
const isOpenOnly = process.argv.includes('--open');
const folders = process.argv.flatMap((name) =>
  name.startsWith('--in=') ? name.slice('--in='.length).split(',') : [],
);
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'));

const { requirements, proofs } = compare(readDocument(), readTests());
const numbers = requirements.map(({ number }) => number);
const known = new Set(numbers);

/** @param {string} number */
const isAsked = (number) =>
  asked.length === 0 || asked.some((name) => name === number || number.startsWith(`${name}.`));

/** @param {string} path */
const isInAskedFolder = (path) =>
  folders.length === 0 || folders.some((folder) => path.startsWith(folder));

/** @param {string} path */
const workspaceOf = (path) => /^(services\/[^/]+|[^/]+)/.exec(path)?.[0] ?? '';

/**
 * Sources of one workspace do not run in the tests of another, except for the contracts and the kit.
 * @param {Breakage} breakage @param {RegExp} kind
 */
const testsOf = (breakage, kind) => {
  const near = breakage.numbers.flatMap((number) => {
    const paths = (proofs.get(number) ?? []).map(({ path }) => path).filter((p) => kind.test(p));
    const own = paths.filter((path) => workspaceOf(path) === workspaceOf(breakage.file));
    return own.length > 0 ? own : paths;
  });
  return [...new Set(near)];
};
/** @param {Breakage} breakage */
const unitTestsOf = (breakage) => testsOf(breakage, /\.test\.tsx?$/);
/** @param {Breakage} breakage */
const browserTestsOf = (breakage) => testsOf(breakage, /\.spec\.ts$/);

/** @param {Breakage} breakage */
const taggedTestsOf = (breakage) => {
  const paths = unitTestsOf(breakage);
  const tests = breakage.numbers.flatMap((number) => proofs.get(number) ?? []);
  return tests.filter(({ path }) => paths.includes(path));
};

/** @param {Run} run */
const assertPassing = ({ results, broken }) => {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && broken.length === 0) return;
  console.error('These tests fail without any breakage:');
  for (const { title, messages } of failed) console.error(`${title}\n${messages[0]}`);
  console.error(broken.join('\n'));
  process.exit(1);
};

const date = new Date().toISOString().slice(0, 10);
/** @type {import('./proof-document.js').Proof[]} */
const written = [];

/** @param {Run} run @param {string} number */
const verdictOf = ({ results, broken }, number) => {
  const verdict = judge(results, number);
  const hasCrashed = verdict.outcome !== 'fails' && broken.length > 0;
  /** @type {import('./breakage.mjs').Outcome} */
  const outcome = hasCrashed ? 'crashes' : verdict.outcome;
  return { ...verdict, outcome, message: hasCrashed ? broken.join('\n') : verdict.message };
};

/** @param {Breakage} breakage @param {Run} run */
const note = (breakage, run) => {
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

/** @param {Breakage[]} chosen */
const tryInJest = async (chosen) => {
  const chosenNumbers = chosen.flatMap((breakage) => breakage.numbers);
  /**
   * The slowest test of each file in a run without breakages.
   * @type {Map<string, Promise<number>>}
   */
  const slowestMs = new Map();
  /** @param {string[]} paths */
  const runUnbroken = async (paths) => {
    const whole = await runJest({ paths, numbers: chosenNumbers });
    assertPassing(whole);
    return Math.max(0, ...whole.results.map(({ durationMs }) => durationMs));
  };
  /** @param {Breakage[]} breakages */
  const attempt = async (breakages) => {
    const paths = [...new Set(breakages.flatMap(unitTestsOf))];
    const untried = paths.filter((path) => !slowestMs.has(path));
    // The files of one breakage at a time, so that a run that is cut short has results.
    const unbroken = untried.length > 0 ? runUnbroken(untried) : undefined;
    for (const path of untried) if (unbroken) slowestMs.set(path, unbroken);
    const durations = await Promise.all(paths.map((path) => slowestMs.get(path) ?? 0));
    const timeoutMs = Math.max(minTimeoutMs, 5 * Math.max(...durations));
    const numbers = breakages.flatMap((breakage) => breakage.numbers);
    return runJest({ paths, numbers, breakages, timeoutMs });
  };
  const queue = batchesOf(chosen, taggedTestsOf);
  const work = async () => {
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

/** @param {Breakage[]} chosen */
const tryInBrowsers = (chosen) => {
  if (chosen.length === 0) return;
  const tree = createScratchTree();
  try {
    tree.build();
    /** @param {Breakage[]} some */
    const run = (some) =>
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
/** @param {Breakage} breakage */
const isDone = ({ numbers, what }) => numbers.every((number) => done.has(keyOf({ number, what })));
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
