import { defineConfig } from '@playwright/test';
import { exclusive } from './e2e/support/stack.js';
import one from './playwright.config.js';

const alone = new RegExp(exclusive);

/**
 * What `npm test` runs: tests two at a time, then the exclusive ones. By hand use playwright.config.ts, where a filter
 * does not run the dependencies too.
 */
export default defineConfig({
  ...one,
  workers: 2,
  projects: [
    { name: 'parallel', grepInvert: alone },
    { name: 'exclusive', grep: alone, workers: 1, dependencies: ['parallel'] },
  ],
});
