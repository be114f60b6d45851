import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/support/test.js';

const long = /(screens|sibling-host|slow-disk|main-path|notices|firefox|npm-start|lid)\.spec\.ts$/;

/**
 * Real browsers against the whole built product, which runs once for all tests on a port of its own.
 * One test at a time; `npm test` runs several (tools/test-runner/checks.ts).
 */
export default defineConfig<object, Options>({
  // `npm test` runs the exclusive tests after the others (tools/test-runner/checks.ts). Recording them would take the
  // processor from what they wait for.
  projects: [
    { name: 'exclusive', grep: /@exclusive/, workers: 1, use: { trace: 'off' } },
    // Screens, whole browsers and Firefox take longest. First, so that none of them is left alone at the end.
    { name: 'long', testMatch: long, grepInvert: /@exclusive/, fullyParallel: true },
    { name: 'shared', testIgnore: long, grepInvert: /@exclusive/, fullyParallel: true },
  ],
  testDir: 'e2e',
  // Of one run of `npm test`: Playwright empties it first.
  outputDir: `test-results/artifacts-${process.env['E2E_RUN'] ?? 'last'}`,
  globalSetup: './e2e/support/stack.ts',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  // They only end what hangs: a busy machine may take many times as long as an idle one.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    [fileURLToPath(new URL('./e2e/report/failed-pages.ts', import.meta.url))],
    [fileURLToPath(new URL('./e2e/report/skipped-tests.ts', import.meta.url))],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/report.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Animations would cost an eighth of the processor time. The tests of the main path run with them.
    contextOptions: { reducedMotion: 'reduce' },
    // Without film and DOM snapshots, for which every page would be drawn and serialised at each step.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
