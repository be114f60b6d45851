import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Breakage } from '../breakage.mjs';
import { tagPattern } from '../coverage.js';
import { root } from '../files.js';
import type { Run, TestResult } from './verdict.js';

export interface JestResult extends TestResult {
  durationMs: number;
  path: string;
}

/** The part of Jest's JSON report that is read here. */
interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages: string[];
      duration?: number | null;
    }[];
  }[];
}

/** A breakage may prevent a test file from ending. */
const maxBrokenRunMs = 5 * 60_000;
const maxRunMs = 60 * 60_000;
/** Time for an element to appear on a page that has been loaded; see render-app. */
const missingElementWaitMs = 5_000;

const projects = [
  { name: 'web', owns: /^web\/src\/.*\.test\.tsx$/ },
  { name: 'engine', owns: /^web\/src\/.*\.test\.ts$/ },
  { name: 'node', owns: /\.test\.ts$/ },
];

const projectOf = (path: string): string =>
  projects.find(({ owns }) => owns.test(path))?.name ?? 'node';

const readReport = (reportPath: string): Run<JestResult> => {
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
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

interface JestRun {
  paths: readonly string[];
  numbers: readonly string[];
  breakages?: readonly Breakage[];
  /** Timeout of one test. */
  timeoutMs?: number;
}

/** Runs the tests in these files that are tagged with one of the numbers. */
export const runJest = async (run: JestRun): Promise<Run<JestResult>> => {
  const { paths, numbers, breakages = [], timeoutMs } = run;
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
    ...(timeoutMs && { MISSING_ELEMENT_WAIT_MS: String(missingElementWaitMs) }),
  };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
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
