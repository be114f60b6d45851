import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test.js';
import suite from './playwright.config.js';

const { projects: _, ...base } = suite;

/**
 * `npm run product-pictures`: the stack and browser of the tests, but writes the pictures of the landing page and the
 * tutorial of the Help Center to public/. The tutorial needs ffmpeg.
 */
export default defineConfig<object, Options>({
  ...base,
  use: { ...suite.use, program: 'chromium' },
  testMatch: '**/*.product.ts',
  outputDir: 'test-results/product',
  reporter: 'list',
});
