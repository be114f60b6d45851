import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test.js';
import suite from './playwright.config.js';

const { projects: _, ...base } = suite;

/** `npm run bench:lists`: the stack and browser of the tests, but measures. */
export default defineConfig<object, Options>({
  ...base,
  use: { ...suite.use, program: 'chromium' },
  testMatch: '**/*.bench.ts',
  outputDir: 'test-results/bench',
  reporter: 'list',
});
