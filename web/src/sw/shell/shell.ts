/**
 * The caches that let the app open offline: the shell (index.html and the files it names) and every file of the build
 * that a page has loaded, or that replaces such a file of the former build. Nothing of /api, /ws or a transfer is cached.
 *
 * Files of pages that were never opened are not cached: a recipient's phone must not load the whole app for one
 * download.
 */

import { createAnswers } from './answers.js';
import { createBuild, type BuildFile } from './build.js';
import { createShellCaches } from './shell-caches.js';
import { chooseStrategy, type RequestFacts } from './strategy.js';
import { createUpkeep, type UpkeepOptions } from './upkeep.js';

export interface ShellDependencies extends UpkeepOptions {
  caches: CacheStorage;
  /** Origin of the pages, e.g. https://tandem.example. */
  origin: string;
  /** Base URL of hashed files; another origin when a CDN serves them. Ends with a slash. */
  assetBase: string;
  files: readonly BuildFile[];
}

export type Shell = ReturnType<typeof createShell>;

export const createShell = (dependencies: ShellDependencies) => {
  const { caches, fetch, origin, assetBase, files, hasSuccessor } = dependencies;
  const build = createBuild(files, origin, assetBase);
  const shellCaches = createShellCaches(caches, build);
  return {
    choose: (request: RequestFacts) => chooseStrategy(build, request),
    ...createUpkeep({ fetch, hasSuccessor }, build, shellCaches),
    ...createAnswers(fetch, shellCaches),
  };
};
