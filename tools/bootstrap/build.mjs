// `npm run build`: what `npm start` does before it starts anything.
import { describeError } from './fault.mjs';
import { buildAll } from './build-steps.mjs';
import { installDependencies, requireNode } from './install.mjs';

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
try {
  requireNode();
  await installDependencies(say);
  await buildAll(say);
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`);
  process.exitCode = 1;
}
