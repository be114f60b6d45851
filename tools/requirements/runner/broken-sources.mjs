// Replaces a text in a file before it is compiled or read. Files on disk are not changed.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** @type {import('../breakage.mjs').Breakage[]} */
const breakages = JSON.parse(process.env['BREAKAGES'] ?? '[]');
const readPaths = new Set(
  breakages.map(({ file }) => join(root, file)).filter((path) => !/\.tsx?$/.test(path)),
);

/** The timeout of a test file would override the shorter one of a run with breakages. @param {string} source */
const withoutTimeout = (source) => source.replace(/^jest\.setTimeout\(.*\);$/m, '');

/** The source with the breakages of its file. @param {string} source @param {string} path */
export const breakSource = (source, path) =>
  breakages
    .filter(({ file }) => path === join(root, file))
    .reduce(
      (text, { find, replace }) => text.replace(find, () => replace),
      breakages.length > 0 && /\.test\.tsx?$/.test(path) ? withoutTimeout(source) : source,
    );

/** Tests read files that are not modules (manifests, pages, Prometheus rules) from disk. */
const breakReads = () => {
  const { readFileSync } = fs;
  const { readFile } = fs.promises;
  /** @param {unknown} path @param {unknown} content */
  const changed = (path, content) => {
    const name = path instanceof URL ? path.pathname : String(path);
    if (typeof content === 'string') return breakSource(content, name);
    return Buffer.from(breakSource(String(content), name));
  };
  /** @param {unknown} path */
  const isBroken = (path) => readPaths.has(path instanceof URL ? path.pathname : String(path));
  Object.assign(fs, {
    /** @param {Parameters<typeof readFileSync>} args */
    readFileSync: (...args) => {
      const content = readFileSync(...args);
      return isBroken(args[0]) ? changed(args[0], content) : content;
    },
  });
  Object.assign(fs.promises, {
    /** @param {Parameters<typeof readFile>} args */
    readFile: async (...args) => {
      const content = await readFile(...args);
      return isBroken(args[0]) ? changed(args[0], content) : content;
    },
  });
  syncBuiltinESMExports();
};

let isBreakingReads = false;

/** Once per process: each test file of a worker calls it. */
export const breakReadsOnce = () => {
  if (isBreakingReads || readPaths.size === 0) return;
  isBreakingReads = true;
  breakReads();
};
