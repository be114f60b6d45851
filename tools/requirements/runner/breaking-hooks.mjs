// Module hooks that apply the breakages in Jest's native runtime.

import { fileURLToPath } from 'node:url';
import { compile, isTypeScript } from '../../jest/module-hooks.mjs';
import { breakSource } from './broken-sources.mjs';

/** @type {import('node:module').LoadHook} */
export const load = (url, context, nextLoad) => {
  if (!isTypeScript(url)) return nextLoad(url, context);
  return compile(url, (source) => breakSource(source, fileURLToPath(url)));
};
