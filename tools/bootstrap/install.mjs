import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFault } from './fault.mjs';
import { exec, root } from './exec.mjs';
import { clearStamp, hashInputs, readStamp, writeStamp } from './stamp.mjs';
import { workspaces } from './workspaces.mjs';

const STAMP = 'install';
const PROGRESS_EVERY_MS = 30_000;
/** The releases for which every native package of the lock file has a binary. */
const NODE_RELEASES = [20, 22];

/** Checked first: another Node fails later with a message nobody understands. */
export const requireNode = (version = process.versions.node) => {
  const major = Number(version.split('.')[0]);
  if (NODE_RELEASES.includes(major)) return;
  throw new LaunchFault(`Node ${NODE_RELEASES.join(' or ')} is needed; this is ${version}.`);
};

const inputs = () => [
  'package-lock.json',
  'package.json',
  ...workspaces().map((folder) => `${folder}/package.json`),
];

/**
 * The part of a lock file that tells what is installed where.
 * @typedef {{version?: string, link?: boolean, optional?: boolean, peer?: boolean}} Locked
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const lockedPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/**
 * Whether npm itself recorded an installation with the lock file's versions, so that a developer's
 * own `npm install` is not repeated.
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked>} installed
 */
export const isInstalled = (wanted, installed) =>
  Object.entries(wanted).every(([path, { version, link, optional, peer }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (link) return path in installed;
    return installed[path] ? installed[path].version === version : Boolean(optional ?? peer);
  });

const isInStep = () => {
  const record = join(root, 'node_modules/.package-lock.json');
  return (
    existsSync(record) &&
    isInstalled(lockedPackages(join(root, 'package-lock.json')), lockedPackages(record))
  );
};

/**
 * Installs exactly what the lock file says, when that is not what is there.
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 */
export const installDependencies = async (say, signal) => {
  const hash = hashInputs(inputs());
  if (readStamp(STAMP) === hash) return;
  if (!isInStep()) {
    say('Installing dependencies (a few minutes the first time) …');
    clearStamp(STAMP);
    const began = performance.now();
    const progress = setInterval(() => {
      say(`  … still installing after ${Math.round((performance.now() - began) / 1_000)} s`);
    }, PROGRESS_EVERY_MS);
    try {
      await exec('Installing dependencies', 'npm', ['ci', '--no-audit', '--no-fund'], { signal });
    } finally {
      clearInterval(progress);
    }
  }
  writeStamp(STAMP, hash);
};
