/** `npm test`: installs and builds what is missing, then checks the sources and runs every test. */
import { describeError } from './fault.mjs';
import { installDependencies, requireNode } from './install.mjs';
import { interruptSignal } from './interrupt.mjs';

const signal = interruptSignal();
try {
  requireNode();
  await installDependencies((text) => process.stdout.write(`${text}\n`), signal);
  await import('./typescript.mjs');
  const { runSuite } = await import('../test-runner/run-suite.ts');
  process.exit(await runSuite(signal));
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`);
  process.stdout.write('\n0 passed, 1 failed\n');
  process.exit(1);
}
