import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * In the project `web` Jest resolves, reads and compiles the modules of a library anew for every test file; antd has two
 * thousand. Each of these libraries becomes one module. None contains another, so that there is one copy of each.
 */
const commonJsLibraries = ['@testing-library/dom'];
const moduleLibraries = ['@testing-library/user-event', 'antd'];
const react = ['react', 'react/*', 'react-dom', 'react-dom/*'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = 'node_modules/.cache/jest';
const stamp = join(root, cache, 'stamp');

/** @param {readonly string[]} names @param {string} suffix */
const mapper = (names, suffix) => ({
  [`^(${names.join('|')})$`]: `<rootDir>/${cache}/$1${suffix}`,
});

/** For `moduleNameMapper`. */
export const screensLibraries = {
  ...mapper(commonJsLibraries, '.cjs'),
  ...mapper(moduleLibraries, '.mjs'),
};

const hash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');

const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** Renamed when it is complete: another run may read it. @param {string} file @param {string} text */
const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
};

/** @param {string} name @param {string} contents @param {string} suffix @param {import('esbuild').BuildOptions} options */
const bundle = async (name, contents, suffix, options) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'web') },
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'process.env.NODE_ENV': '"test"' },
    logLevel: 'error',
    write: false,
    ...options,
  });
  write(join(root, cache, `${name}${suffix}`), outputFiles?.[0]?.text ?? '');
};

/**
 * antd drops a component's styles when the last instance is unmounted, so every test would compute and insert them
 * again. Here they last as long as the document, which is as long as a test file.
 * @type {import('esbuild').Plugin}
 */
const keepStyles = {
  name: 'keep styles',
  setup: ({ onLoad }) =>
    onLoad({ filter: /cssinjs[/\\]es[/\\]hooks[/\\]useGlobalCache\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const { text, instead } of [
        { text: 'if (nextCount === 0) {', instead: 'if (false) {' },
        { text: 'effectMap.delete(fullPathStr);', instead: '' },
      ]) {
        if (!contents.includes(text)) throw new Error(`${path} has no ${text}`);
        contents = contents.replaceAll(text, instead);
      }
      return { contents };
    }),
};

/** @param {string} name @param {readonly string[]} outside */
const commonJs = (name, outside) =>
  bundle(name, `module.exports = require('${name}');`, '.cjs', {
    format: 'cjs',
    platform: 'browser',
    external: outside.filter((other) => other !== name),
  });

/** Jest's global set-up. */
export default async () => {
  if (isCurrent()) return;
  const outside = [...commonJsLibraries, ...moduleLibraries, ...react];
  await Promise.all([
    ...commonJsLibraries.map((name) => commonJs(name, outside)),
    ...moduleLibraries.map((name) =>
      bundle(
        name,
        `export * from '${name}'; import * as all from '${name}'; export default all.default;`,
        '.mjs',
        {
          format: 'esm',
          platform: 'browser',
          external: outside.filter((other) => other !== name),
          plugins: [keepStyles],
        },
      ),
    ),
  ]);
  write(stamp, hash);
};
