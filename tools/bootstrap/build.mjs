/** `npm run build`: installs dependencies and builds what is stale, like `npm start`. */

import { describeError } from './fault.mjs';
import { installDependencies } from './install/dependencies.mjs';
import { requireNode } from './install/node.mjs';
import { interruptSignal } from './interrupt.mjs';

const signal = interruptSignal();
const print = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
try {
  await requireNode(print, signal);
  await installDependencies(print, signal);
  await import('./typescript.mjs');
  const { buildAll } = await import('./build-steps.ts');
  await buildAll(print, signal);
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`);
  process.exitCode = 1;
}
