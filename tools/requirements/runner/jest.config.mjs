// The repository's Jest configuration with the breakages in BREAKAGES.

import { join } from 'node:path';
import jest from '../../../jest.config.js';

const root = join(import.meta.dirname, '../../..');
/** @param {string} name */
const here = (name) => join(import.meta.dirname, name);

/** @param {Record<string, unknown[]>} transforms */
const broken = (transforms) =>
  Object.fromEntries(
    Object.entries(transforms).map(([pattern, [, options]]) => [
      pattern,
      [here('breaking-transform.mjs'), options],
    ]),
  );

export default {
  ...jest,
  rootDir: root,
  projects: jest.projects.map((project) => ({
    ...project,
    rootDir: root,
    ...('runtime' in project
      ? {
          runtime: here('breaking-runtime.cjs'),
          setupFiles: [...project.setupFiles, here('breaking-reads.mjs')],
        }
      : { transform: broken(project.transform) }),
  })),
};
