import { defineConfig } from '@playwright/test';

/** Benches need browsers and the running product, which is what Playwright's runner and our e2e set-up give. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.bench.ts',
  globalSetup: '../../web/e2e/support/stack.ts',
  outputDir: '../../test-results/bench',
  workers: 1,
  retries: 0,
  timeout: 40 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['./transfer/quiet-reporter.ts']],
});
