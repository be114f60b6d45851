import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { existsSync, readFileSync } from 'node:fs';

/** A long list may fill a page. In characters. */
const longestPage = 8000;

/** The page as a tree of roles and names, from the text that Playwright attaches to a failed test. */
const pageOf = ({ attachments }: TestResult): string | undefined => {
  const context = attachments.find(({ name }) => name === 'error-context');
  const text =
    context?.path !== undefined && existsSync(context.path)
      ? readFileSync(context.path, 'utf8')
      : (context?.body?.toString('utf8') ?? '');
  return /```yaml\n([\s\S]*?)```/.exec(text)?.[1];
};

/** Prints what the page showed when a test failed: of a run in CI only the output remains. */
export default class FailedPages implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const page = test.outcome() === 'expected' ? undefined : pageOf(result);
    if (page === undefined) return;
    process.stdout.write(
      `\nThe page at the end of “${test.title}”:\n${page.slice(0, longestPage)}\n`,
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
