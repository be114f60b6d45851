import { defineConfig } from '@playwright/test';
import suite from './playwright.config.js';

/** `npm run cluster`: the browsers of the tests against an installation in a cluster, at CLUSTER_URL. */
const { globalSetup: _, projects: _projects, ...base } = suite;

export default defineConfig({
  ...base,
  testMatch: '**/*.cluster.ts',
  timeout: 240_000,
  outputDir: 'test-results/cluster',
  reporter: 'list',
});
