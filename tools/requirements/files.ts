import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './coverage.js';

export const root = join(import.meta.dirname, '../..');

const testFile = /\.(test|spec)\.tsx?$/;
const leftOut = new Set(['node_modules', 'dist']);

const testPaths = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return testFile.test(entry.name) ? [path] : [];
    return leftOut.has(entry.name) || entry.name.startsWith('.') ? [] : testPaths(path);
  });

export const readTests = (): TestFile[] =>
  testPaths('').map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

export const readDocument = (): string => readFileSync(join(root, 'docs/requirements.md'), 'utf8');

/** @param path from the root of the repository */
export const readSource = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
