// One part of `npm test`, applied to a sample: `run-sample.ts unit|browser <report folder> <argument>…`.

import { interruptSignal } from '../../bootstrap/interrupt.mjs';
import { browserTests, unitTests } from '../checks.js';

const [part, reports = '', ...args] = process.argv.slice(2);
const check = (part === 'browser' ? browserTests : unitTests)(reports, args);
const outcome = await check((text) => process.stderr.write(`${text}\n`), interruptSignal());
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit(outcome.result === 'ok' ? 0 : 1);
