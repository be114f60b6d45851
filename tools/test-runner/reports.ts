import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../bootstrap/exec.mjs';
import type { Report as ChaosReport } from '../chaos/report/page.js';
import { hasHeld, missesOf } from '../chaos/round.js';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  note?: string;
  /** One line for each failure: where, which test, and the first line of the error. */
  failures?: string[];
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults?: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightError {
  message?: string;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { error?: PlaywrightError }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: PlaywrightError[];
  suites?: PlaywrightSuite[];
}

const readReport = (file: string): unknown => {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // truncated: the tool exited while writing
  }
};

/** The first line without colours that says something; Jest puts a heading above the error of a suite. */
const firstLine = (message = ''): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('●')) ?? '';

const describeFailure = (where: string, title: string, message?: string): string =>
  [where, title, firstLine(message)].filter((part) => part !== '').join(' › ');

const jestFailures = ({ testResults = [] }: JestReport): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const where = relative(root, name);
    if (assertionResults.length === 0 && message !== '')
      return [describeFailure(where, '', message)];
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => describeFailure(where, fullName, failureMessages[0]));
  });

const specsOf = ({
  specs = [],
  suites = [],
}: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const playwrightFailures = ({ suites = [], errors }: PlaywrightReport): string[] => [
  ...specsOf({ suites })
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return describeFailure(`${file}:${line}`, title, error?.message);
    }),
  ...errors.map(({ message }) => describeFailure('', 'outside of tests', message)),
];

const noReport: Counts = { passed: 0, failed: 1, skipped: 0, note: 'ended without a report' };

/**
 * Counts of a report written by `jest --json --outputFile`. A suite that fails to load has no failed
 * tests; it counts as one.
 */
export const readJestReport = (file: string): Counts => {
  const report = readReport(file) as JestReport | undefined;
  if (!report) return noReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: jestFailures(report),
  };
};

/** Counts of the rounds in a report of `npm run chaos`. */
export const readChaosReport = (file: string): Counts => {
  const report = readReport(file) as ChaosReport | undefined;
  if (!report) return noReport;
  const { rounds, seed } = report;
  const failed = rounds.filter((round) => !hasHeld(round));
  const failures = failed.map(({ id, title, faults, ...round }) => {
    const missed = missesOf({ faults, ...round }).map(({ name }) => `missed: ${name}`);
    return describeFailure(`${id} of seed ${seed}`, title, [...faults, ...missed][0]);
  });
  return { passed: rounds.length - failed.length, failed: failed.length, skipped: 0, failures };
};

/**
 * Counts of a report written by Playwright's json reporter. Errors outside of tests (the stack does not
 * start, a spec does not load) count as one failure.
 */
export const readPlaywrightReport = (file: string): Counts => {
  const report = readReport(file) as PlaywrightReport | undefined;
  if (!report) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + (report.errors.length > 0 ? 1 : 0),
    skipped,
    failures: playwrightFailures(report),
  };
};
