import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test.js';
import suite from './playwright.config.js';

const { projects: _, ...base } = suite;

/**
 * `npm run screenshots`: the stack and browser of the tests, but takes screenshots.
 * SCREENSHOTS names their folder (screenshots/ at the root by default); ONLY is a pattern of names.
 */
export default defineConfig<object, Options>({
  ...base,
  use: { ...suite.use, program: 'chromium' },
  testMatch: '**/*.picture.ts',
  outputDir: 'test-results/pictures',
  reporter: 'list',
});
