import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number, skipped: number, note?: string}} Counts */

/** @param {string} file @returns {any} the report, of its tool's shape */
const readReport = (file) => {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // cut off: the tool died while writing
  }
};

const noReport = { passed: 0, failed: 1, skipped: 0, note: 'ended without a report' };

/**
 * A suite that could not even be loaded has no tests to fail; it counts as one.
 * @param {string} file written by `jest --json --outputFile`
 * @returns {Counts}
 */
export const readJestReport = (file) => {
  const report = readReport(file);
  if (!report) return noReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/**
 * Errors outside of tests (the stack did not start, a spec did not load) count as one failure.
 * @param {string} file written by Playwright's json reporter
 * @returns {Counts}
 */
export const readPlaywrightReport = (file) => {
  const report = readReport(file);
  if (!report) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + (report.errors.length > 0 ? 1 : 0),
    skipped,
  };
};
