/** Module hooks of Jest's native runtime: https://nodejs.org/api/module.html#hooks */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const replacements = new Map([['@jest/globals', new URL('jest-globals.js', import.meta.url).href]]);

/**
 * TypeScript files import each other with the `.js` suffix of the compiled file, and workspaces by their sources.
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (specifier, context, nextResolve) => {
  const replacement = replacements.get(specifier);
  if (replacement) return { url: replacement, format: 'module', shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true };
  }
  if (!specifier.startsWith('@tandem/')) return nextResolve(specifier, context);
  const conditions = [...context.conditions, '@tandem/source'];
  return nextResolve(specifier, { ...context, conditions });
};

/** @param {string} url */
export const isTypeScript = (url) => /^file:.*\.ts$/.test(url);

/** Strips the types. @param {string} url @param {(source: string) => string} [change] of the source before that */
export const compile = async (url, change = (source) => source) => {
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const { code } = await transform(change(source), {
    filename,
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
};

/** @type {import('node:module').LoadHook} */
export const load = (url, context, nextLoad) =>
  isTypeScript(url) ? compile(url) : nextLoad(url, context);
