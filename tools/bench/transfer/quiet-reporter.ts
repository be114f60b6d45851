import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the output of the bench and failures. The last line of the bench remains the last line. */
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
