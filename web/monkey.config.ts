import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test.js';
import suite from './playwright.config.js';

const { projects: _, ...base } = suite;

// Workers evaluate this file again, and must see the same sequences.
process.env['MONKEY_SEED'] ??= String(Date.now() % 1_000_000);

/** `npm run monkey`: transfers between real browsers under random disturbances, and a report. */
export default defineConfig<object, Options>({
  ...base,
  testMatch: '**/*.monkey.ts',
  outputDir: 'test-results/monkey',
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'test-results/monkey-report' }]],
  use: { ...suite.use, program: 'chromium', trace: 'off' },
});
