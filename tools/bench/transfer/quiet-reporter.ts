import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints what the bench prints and, on failure, why. The bench's own last line stays the last line. */
export default class QuietReporter implements Reporter {
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const error of result.errors) {
      process.stderr.write(`${test.title}: ${error.message ?? 'failed'}\n`);
    }
  }

  printsToStdio(): boolean {
    return true;
  }
}
