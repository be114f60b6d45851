import { defineConfig } from '@playwright/test';
import real from '../../../web/playwright.config.js';

/** One sample with the options of the real tests, and a stack of small processes. */
export default defineConfig({
  ...real,
  testDir: '.',
  testMatch: 'endless.browser-sample.ts',
  outputDir: process.env['SAMPLE_OUTPUT'] ?? 'test-results',
  globalSetup: './fake-stack.ts',
});
