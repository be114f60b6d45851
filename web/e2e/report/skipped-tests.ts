import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints why tests were skipped, each reason once. */
export default class SkippedTests implements Reporter {
  readonly #reasons = new Map<string, number>();

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== 'skipped') return;
    for (const { type, description } of test.annotations) {
      if (type !== 'skip' || description === undefined) continue;
      this.#reasons.set(description, (this.#reasons.get(description) ?? 0) + 1);
    }
  }

  onEnd(): void {
    for (const [reason, tests] of this.#reasons) {
      process.stdout.write(`\nSkipped (${tests}): ${reason}\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
