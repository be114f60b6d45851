import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exec, root } from '../exec.mjs';
import { LaunchFault } from '../fault.mjs';

const progressEveryMs = 30_000;
/**
 * Releases that every package in the lock file supports (`engines`) and has binaries for: major → lowest minor.
 * As `engines` of package.json, which npm only warns about.
 */
const nodeReleases = new Map([
  [20, 19],
  [22, 13],
]);

/** Other releases fail later, with an error of a package. */
export const requireNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (minor >= (nodeReleases.get(major) ?? Infinity)) return;
  const supported = [...nodeReleases].map(([each, from]) => `${each} (from ${each}.${from})`);
  throw new LaunchFault(`Node ${supported.join(' or ')} is needed; this is ${version}.`);
};

/**
 * The `packages` of a lock file, by install path.
 * @typedef {{version?: string, link?: boolean, optional?: boolean, peer?: boolean}} Locked
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const lockedPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/**
 * Whether npm recorded an installation with the lock file's versions. A manual `npm install` is then not
 * repeated. Optional and peer packages may be absent.
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked>} installed
 */
export const isInstalled = (wanted, installed) =>
  Object.entries(wanted).every(([path, { version, link, optional, peer }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (link) return path in installed;
    return installed[path] ? installed[path].version === version : Boolean(optional ?? peer);
  });

/** @param {string} folder */
const matchesLockFile = (folder) => {
  const record = join(folder, 'node_modules/.package-lock.json');
  return (
    existsSync(record) &&
    isInstalled(lockedPackages(join(folder, 'package-lock.json')), lockedPackages(record))
  );
};

/** @param {AbortSignal} [signal] */
const npmCi = (signal) =>
  exec('Installing dependencies', 'npm', ['ci', '--no-audit', '--no-fund'], { signal });

/**
 * Installs what the lock file lists, unless it is installed already. No stamp: what npm has recorded also changes
 * with a manual `npm install` on another branch.
 * @param {(text: string) => void} print
 * @param {AbortSignal} [signal]
 */
export const installDependencies = async (
  print,
  signal,
  { folder = root, install = npmCi } = {},
) => {
  if (matchesLockFile(folder)) return;
  print('Installing dependencies (takes a few minutes the first time) …');
  const startedAt = performance.now();
  const progress = setInterval(() => {
    print(`  … still installing after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, progressEveryMs);
  try {
    await install(signal);
  } finally {
    clearInterval(progress);
  }
};
