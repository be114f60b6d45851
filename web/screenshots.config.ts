import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/**
 * `npm run screenshots`: the same stack and browser as the tests, but what runs writes pictures.
 * SCREENSHOTS names their folder (screenshots/ at the root unless told); ONLY is a pattern of names.
 */
export default defineConfig({
  ...suite,
  testMatch: '**/*.picture.ts',
  outputDir: 'test-results/pictures',
  reporter: 'list',
});
