import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/** `npm run bench:lists`: the same stack and browser as the tests, but what runs measures. */
export default defineConfig({
  ...suite,
  testMatch: '**/*.bench.ts',
  outputDir: 'test-results/bench',
  reporter: 'list',
});
