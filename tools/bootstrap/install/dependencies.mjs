import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exec, root } from '../exec.mjs';

const progressEveryMs = 30_000;
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

/** Whether npm has installed what the lock file of a folder lists. @param {string} folder */
export const matchesLockFile = (folder) => {
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
