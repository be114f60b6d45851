// The repository's Jest configuration with a transform that applies the breakages in BREAKAGES.
import { join } from 'node:path';
import jest from '../../../jest.config.js';

const root = join(import.meta.dirname, '../../..');
const breaking = join(import.meta.dirname, 'breaking-transform.mjs');

/** @param {Record<string, unknown[]>} transforms */
const broken = (transforms) =>
  Object.fromEntries(
    Object.entries(transforms).map(([pattern, [, options]]) => [pattern, [breaking, options]]),
  );

export default {
  ...jest,
  rootDir: root,
  projects: jest.projects.map((project) => ({
    ...project,
    rootDir: root,
    transform: broken(project.transform),
  })),
};
