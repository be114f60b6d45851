/** `npm test`: installs and builds what is missing, then checks the sources and runs every test. */

import { describeError } from './fault.mjs';
import { installDependencies } from './install/dependencies.mjs';
import { requireNode } from './install/node.mjs';
import { requireTestPrograms } from './install/programs.mjs';
import { together } from './install/together.mjs';
import { interruptSignal } from './interrupt.mjs';

const signal = interruptSignal();
try {
  /** @param {string} text */
  const print = (text) => process.stdout.write(`${text}\n`);
  await requireNode(print, signal);
  await together(
    signal,
    (either) => installDependencies(print, either),
    (either) => requireTestPrograms(print, either),
  );
  await import('./typescript.mjs');
  const { runSuite } = await import('../test-runner/run-suite.ts');
  process.exit(await runSuite(signal));
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`);
  process.stdout.write('\n0 passed, 1 failed\n');
  process.exit(1);
}
