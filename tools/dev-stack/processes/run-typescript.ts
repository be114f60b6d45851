import { fileURLToPath } from 'node:url';

const hooks = new URL('../../bootstrap/typescript.mjs', import.meta.url).href;

/** The command of a TypeScript program. */
export const runTypeScript = (script: string, ...args: string[]) => ({
  command: process.execPath,
  args: ['--import', hooks, script, ...args],
  cwd: fileURLToPath(new URL('../../../', import.meta.url)),
});
