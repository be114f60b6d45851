import { existsSync, readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A list may fill many screens. In characters. */
const longestPart = 8000;

/** The page as a tree of roles and names, from the text that Playwright attaches to a failed test. */
const pageOf = ({ attachments }: TestResult): string | undefined => {
  const context = attachments.find(({ name }) => name === 'error-context');
  const text =
    context?.path !== undefined && existsSync(context.path)
      ? readFileSync(context.path, 'utf8')
      : (context?.body?.toString('utf8') ?? '');
  return /```yaml\n([\s\S]*?)```/.exec(text)?.[1];
};

const warningsOf = ({ attachments }: TestResult): string | undefined =>
  attachments.find(({ name }) => name === 'warnings')?.body?.toString('utf8');

/** Prints what the page showed and warned of when a test failed: of a run in CI only the output remains. */
export default class FailedPages implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (test.outcome() === 'expected') return;
    const parts = { 'The page at the end': pageOf(result), Warnings: warningsOf(result) };
    for (const [name, text] of Object.entries(parts)) {
      if (text === undefined) continue;
      process.stdout.write(`\n${name} of “${test.title}”:\n${text.slice(0, longestPart)}\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
