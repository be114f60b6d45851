/**
 * Lets the process import the tools' TypeScript: `node --import ./tools/bootstrap/typescript.mjs file.ts`,
 * or `await import('./typescript.mjs')` after the installation.
 */

import { register } from 'node:module';

process.setSourceMapsEnabled(true);
register('./typescript-hooks.mjs', import.meta.url);
