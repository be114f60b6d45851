import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tagPattern } from './coverage.js';
import { root } from './files.js';

/** @typedef {import('./breakage.mjs').Breakage} Breakage */
/** @typedef {import('./breakage.mjs').TestResult & { durationMs: number, path: string }} Result */

/** A breakage may prevent a test file from ending. */
const maxBrokenRunMs = 5 * 60_000;
const maxRunMs = 60 * 60_000;
/** Time for an element to appear once a test file has loaded the pages; see render-app. */
const laterWaitMs = 4_000;

const projects = [
  { name: 'web', owns: /^web\/src\/.*\.test\.tsx$/ },
  { name: 'engine', owns: /^web\/src\/.*\.test\.ts$/ },
  { name: 'node', owns: /\.test\.ts$/ },
];

/** @param {string} path */
const projectOf = (path) => projects.find(({ owns }) => owns.test(path))?.name ?? 'node';

/** @param {string} reportPath @returns {{ results: Result[], broken: string[] }} */
const readReport = (reportPath) => {
  /** @type {{ testResults: { name: string, message: string, assertionResults: any[] }[] }} */
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      path: name.slice(root.length + 1),
      title: test.fullName,
      status: test.status,
      messages: test.failureMessages,
      durationMs: test.duration ?? 0,
    })),
  );
  // A file that fails to load has no tests in the report.
  const broken = report.testResults
    .filter(({ assertionResults }) => assertionResults.length === 0)
    .map(({ message }) => message);
  return { results, broken };
};

/**
 * Runs the tests in these files that are tagged with one of the numbers.
 * @param {object} run
 * @param {readonly string[]} run.paths
 * @param {readonly string[]} run.numbers
 * @param {readonly Breakage[]} [run.breakages]
 * @param {number} [run.timeoutMs] of one test
 */
export const runJest = async ({ paths, numbers, breakages = [], timeoutMs }) => {
  const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
  const report = join(folder, 'report.json');
  const selected = [...new Set(paths.map(projectOf))];
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['--config', join(import.meta.dirname, 'jest.config.mjs')],
    ...['--selectProjects', ...selected],
    ...['-t', tagPattern(numbers), '--json', '--outputFile', report, '--silent'],
    // A test that fails half-way may leave a server behind.
    ...(breakages.length > 0 ? ['--runInBand', '--forceExit'] : []),
    ...(timeoutMs ? ['--testTimeout', String(timeoutMs)] : []),
    ...['--runTestsByPath', ...paths],
  ];
  const env = {
    ...process.env,
    BREAKAGES: JSON.stringify(breakages),
    ...(timeoutMs && {
      FIRST_WAIT_MS: String(Math.round(timeoutMs / 3)),
      LATER_WAIT_MS: String(laterWaitMs),
    }),
  };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const maxMs = breakages.length > 0 ? maxBrokenRunMs : maxRunMs;
  const deadline = setTimeout(() => child.kill('SIGKILL'), maxMs);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(deadline);
  try {
    return readReport(report);
  } catch {
    return { results: [], broken: [output] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
