import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/**
 * `npm run screenshots`: the stack and browser of the tests, but takes screenshots.
 * SCREENSHOTS names their folder (screenshots/ at the root by default); ONLY is a pattern of names.
 */
export default defineConfig({
  ...suite,
  testMatch: '**/*.picture.ts',
  outputDir: 'test-results/pictures',
  reporter: 'list',
});
