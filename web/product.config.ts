import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/**
 * `npm run product-pictures`: the stack and browser of the tests, but writes the pictures of the landing page and the
 * tutorial of the Help Center to public/. The tutorial needs ffmpeg.
 */
export default defineConfig({
  ...suite,
  testMatch: '**/*.product.ts',
  outputDir: 'test-results/product',
  reporter: 'list',
});
