/**
 * Module hooks that strip the types from `.ts` files: https://nodejs.org/api/module.html#hooks
 * Not tsx: it keeps an esbuild process and a cache in the temporary folder, and `npm start` must leave
 * neither behind. Node strips types without a flag from 22.18 on; the product supports Node 20.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Runs esbuild once per file instead of keeping it as a child process.
process.env['ESBUILD_WORKER_THREADS'] = '0';
const { transformSync } = await import('esbuild');

/**
 * TypeScript files import each other with the `.js` suffix of the compiled file.
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (specifier, context, nextResolve) => {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
};

/** @type {import('node:module').LoadHook} */
export const load = async (url, context, nextLoad) => {
  if (!/^file:.*\.ts$/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code } = transformSync(await readFile(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: file,
  });
  return { format: 'module', source: code, shortCircuit: true };
};
