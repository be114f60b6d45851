import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, name?: string, version?: string, license?: string }} Manifest
 */

/** @param {string} folder @returns {Manifest} */
export const manifestOf = (folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * The folder Node resolves `name` to from `from`, links followed; undefined when absent.
 * @param {string} root
 * @param {string} from
 * @param {string} name
 */
const installedAt = (root, from, name) => {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
};

/**
 * Folders of every package the workspace needs at run time, its own included.
 * @param {string} root
 * @param {string} workspace
 */
export const runtimeClosure = (root, workspace) => {
  /** @type {Set<string>} */
  const needed = new Set();
  const pending = [realpathSync(join(root, workspace))];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (needed.has(folder)) continue;
    needed.add(folder);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = manifestOf(folder);
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const found = installedAt(root, folder, name);
      if (found) pending.push(found);
      else if (name in dependencies && !(name in optionalDependencies)) {
        throw new Error(`${name}, needed by ${folder}, is not installed`);
      }
    }
  }
  return needed;
};
