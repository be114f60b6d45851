import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const testFile = /\.(test|spec)\.tsx?$/;
const leftOut = new Set(['node_modules', 'dist']);

/** @param {string} folder @returns {string[]} */
const testPaths = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return testFile.test(entry.name) ? [path] : [];
    return leftOut.has(entry.name) || entry.name.startsWith('.') ? [] : testPaths(path);
  });

export const readTests = () =>
  testPaths('').map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

export const readDocument = () => readFileSync(join(root, 'docs/requirements.md'), 'utf8');

/** @param {string} path from the root of the repository */
export const readSource = (path) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
