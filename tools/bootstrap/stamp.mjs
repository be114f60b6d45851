import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './exec.mjs';

/*
 * A stamp holds the hash of a step's inputs at its last success. Hashing contents instead of comparing
 * times skips the step after switching branches back and forth. Stamps live in node_modules: removing
 * that folder forces every step.
 */

const skipped = new Set([
  'node_modules',
  'dist',
  'gen',
  'test-results',
  'playwright-report',
  '.state',
]);

/** @param {string} path */
const isTest = (path) => /\.test\.[cm]?tsx?$/.test(path);

/** Files under a folder in a stable order, without build output and tests. @param {string} path @returns {string[]} */
const filesUnder = (path) => {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const full = join(path, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(full);
    return entry.isFile() && !isTest(full) ? [full] : [];
  });
};

/**
 * @param {string[]} inputs files and folders relative to `base`; a missing one counts as empty
 * @param {string} [base]
 * @param {Record<string, string | undefined>} [settings] environment variables the output depends on
 */
export const hashInputs = (inputs, base = root, settings = {}) => {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of inputs) {
    const path = join(base, input);
    if (!existsSync(path)) continue;
    const files = hasChildren(path) ? filesUnder(path) : [path];
    for (const file of files) {
      hash.update(`\0${relative(base, file)}\0`).update(readFileSync(file));
    }
  }
  for (const name of Object.keys(settings).sort()) {
    hash.update(`\0${name}=${settings[name] ?? ''}\0`);
  }
  return hash.digest('hex');
};

/** @param {string} path */
const hasChildren = (path) => {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false; // ENOTDIR: a file
  }
};

/** @param {string} name @param {string} base */
const stampFile = (name, base) => join(base, 'node_modules/.tandem-stamp', name);

/** The hash of the step's last success. @param {string} name @param {string} [base] */
export const readStamp = (name, base = root) => {
  const file = stampFile(name, base);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** @param {string} name @param {string} hash @param {string} [base] */
export const writeStamp = (name, hash, base = root) => {
  const file = stampFile(name, base);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
};

/** @param {string} name @param {string} [base] */
export const clearStamp = (name, base = root) => rmSync(stampFile(name, base), { force: true });
