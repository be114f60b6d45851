import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/** `npm run bench:lists`: the stack and browser of the tests, but measures. */
export default defineConfig({
  ...suite,
  testMatch: '**/*.bench.ts',
  outputDir: 'test-results/bench',
  reporter: 'list',
});
