// A Jest transform that replaces one piece of text in one file before the file is compiled or read. The file on disk
// is never touched, and the cache keeps the compiled form of every other file.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import swc from '@swc/jest';

const root = join(import.meta.dirname, '../..');

/** @type {import('./breakage.mjs').Breakage | undefined} */
const breakage = JSON.parse(process.env['BREAKAGE'] ?? 'null') ?? undefined;
const brokenPath = breakage && join(root, breakage.file);
const isCompiled = /\.tsx?$/.test(breakage?.file ?? '');

/** @param {string} source @param {string} path */
const replaced = (source, path) =>
  breakage && path === brokenPath ? source.replace(breakage.find, () => breakage.replace) : source;

/** Tests read what is no module (a manifest, a page, a rule of Prometheus) from the disk. */
const breakReads = () => {
  const { readFileSync } = fs;
  const { readFile } = fs.promises;
  /** @param {unknown} path @param {unknown} content */
  const changed = (path, content) => {
    const name = path instanceof URL ? path.pathname : String(path);
    if (typeof content === 'string') return replaced(content, name);
    return Buffer.from(replaced(String(content), name));
  };
  /** @param {unknown} path */
  const isBroken = (path) => (path instanceof URL ? path.pathname : path) === brokenPath;
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

if (breakage && !isCompiled) breakReads();

/** @type {import('@jest/transform').TransformerFactory<import('@jest/transform').Transformer>} */
export default {
  createTransformer: (options) => {
    /** @type {any} */
    const inner = swc.createTransformer(/** @type {any} */ (options));
    return {
      canInstrument: false,
      process: (source, path, context) => inner.process(replaced(source, path), path, context),
      processAsync: (source, path, context) =>
        inner.processAsync(replaced(source, path), path, context),
      getCacheKey: (source, path, context) =>
        inner.getCacheKey(replaced(source, path), path, context),
    };
  },
};
