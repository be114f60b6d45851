/** `npm run types`: every project, tests and tools included, as in `npm test`. Needs a build. */

import { types } from './checks.js';

const print = (text: string) => void process.stderr.write(`${text}\n`);
const { result } = await types(print, new AbortController().signal);
process.exitCode = result === 'ok' ? 0 : 1;
