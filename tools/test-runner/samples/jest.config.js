import { fileURLToPath } from 'node:url';
import config from '../../../jest.config.js';

const rootDir = fileURLToPath(new URL('../../..', import.meta.url));
const [node] = config.projects;

/** Runs the samples named by SAMPLE with the options of the real tests. */
export default {
  ...config,
  rootDir,
  projects: [
    {
      ...node,
      rootDir,
      // Ignores the durations of earlier runs: Jest would run fast files in its own process.
      cacheDirectory: `${process.env['SAMPLE_OUTPUT']}/jest-cache`,
      testMatch: [`<rootDir>/tools/test-runner/samples/${process.env['SAMPLE']}.sample.ts`],
    },
  ],
};
