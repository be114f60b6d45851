import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tagPattern } from '../coverage.js';
import type { Run, TestResult } from './verdict.js';

/** The part of Playwright's JSON report that is read here: https://playwright.dev/docs/test-reporters#json-reporter */
interface Report {
  suites: Suite[];
  errors: ReportedError[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { errors?: ReportedError[] }[] }[];
  }[];
}

interface ReportedError {
  message?: string;
}

const messageOf = ({ message = '' }: ReportedError): string => message;

const resultsOf = (suite: Suite): TestResult[] => [
  ...(suite.suites ?? []).flatMap(resultsOf),
  ...(suite.specs ?? []).map(({ title, ok, tests }) => ({
    title,
    status: ok ? 'passed' : 'failed',
    messages: tests.flatMap(({ results }) =>
      results.flatMap(({ errors = [] }) => errors.map(messageOf)),
    ),
  })),
];

interface BrowserRun {
  /** A built tree. */
  tree: string;
  paths: readonly string[];
  numbers: readonly string[];
}

/** Runs the browser tests in these files that are tagged with one of the numbers. */
export const runBrowsers = ({ tree, paths, numbers }: BrowserRun): Run => {
  const report = join(tree, 'web/test-results/breakage.json');
  rmSync(report, { force: true });
  const files = paths.map((path) => path.replace(/^web\/e2e\//, ''));
  const { stdout, stderr } = spawnSync(
    'npx',
    ['playwright', 'test', ...files, '--grep', tagPattern(numbers)],
    { cwd: join(tree, 'web'), env: { ...process.env, E2E_REPORT: report }, encoding: 'utf8' },
  );
  if (!existsSync(report)) return { results: [], broken: [stdout + stderr] };
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { results: suites.flatMap(resultsOf), broken: errors.map(messageOf) };
};
