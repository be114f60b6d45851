import { existsSync, readFileSync } from 'node:fs';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  note?: string;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

const readReport = (file: string): unknown => {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // truncated: the tool exited while writing
  }
};

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
  };
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
  };
};
