import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tagPattern } from './coverage.js';

/** @typedef {import('./breakage.mjs').TestResult} TestResult */

/** @param {any} suite @returns {TestResult[]} */
const resultsOf = (suite) => [
  ...(suite.suites ?? []).flatMap(resultsOf),
  ...(suite.specs ?? []).map((/** @type {any} */ spec) => ({
    title: spec.title,
    status: spec.ok ? 'passed' : 'failed',
    messages: spec.tests.flatMap((/** @type {any} */ test) =>
      test.results.flatMap((/** @type {any} */ result) =>
        (result.errors ?? []).map((/** @type {any} */ error) => error.message ?? ''),
      ),
    ),
  })),
];

/**
 * Runs the browser tests in these files that are tagged with one of the numbers, in a built tree.
 * @param {object} run
 * @param {string} run.tree
 * @param {readonly string[]} run.paths
 * @param {readonly string[]} run.numbers
 */
export const runBrowsers = ({ tree, paths, numbers }) => {
  const report = join(tree, 'web/test-results/breakage.json');
  rmSync(report, { force: true });
  const files = paths.map((path) => path.replace(/^web\/e2e\//, ''));
  const { stdout, stderr } = spawnSync(
    'npx',
    ['playwright', 'test', ...files, '--grep', tagPattern(numbers)],
    { cwd: join(tree, 'web'), env: { ...process.env, E2E_REPORT: report }, encoding: 'utf8' },
  );
  if (!existsSync(report)) return { results: [], broken: [stdout + stderr] };
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    results: suites.flatMap(resultsOf),
    broken: errors.map((/** @type {any} */ error) => error.message ?? ''),
  };
};
