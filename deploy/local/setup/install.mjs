import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFault } from '../fault.mjs';
import { exec, root } from './exec.mjs';
import { clearStamp, hashInputs, readStamp, writeStamp } from './stamp.mjs';
import { workspaces } from './workspaces.mjs';

const STAMP = 'install';
const OLDEST_NODE = 20;

/** Checked first: an old Node fails later with a syntax error nobody understands. */
export const requireNode = () => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_NODE) return;
  throw new LaunchFault(`Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`);
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
    await exec('Installing dependencies', 'npm', ['ci', '--no-audit', '--no-fund'], { signal });
  }
  writeStamp(STAMP, hash);
};
