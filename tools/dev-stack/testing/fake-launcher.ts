/**
 * The real launcher with fake services: `fake-launcher.ts serve crash …`. Prints the run directory and
 * the process ids of the children once all are ready.
 */

import { launch } from '../../bootstrap/launch/launch.mjs';
import { openConsole } from '../run/console.js';
import { runStack } from '../run/run-stack.js';
import { fakeSpec } from './fake-plan.js';

const console = openConsole();
const plan = () =>
  Promise.resolve(
    process.argv
      .slice(2)
      .map((behaviour, index) =>
        fakeSpec(`fake-${index}`, behaviour, { tier: index === 0 ? 0 : 1 }),
      ),
  );

await launch(async ({ signal, onFatal }) => {
  const stack = await runStack({ plan, console, signal, onFatal });
  const pids = [...stack.children.values()].map(({ pid }) => pid);
  console.print(JSON.stringify({ runDir: stack.runDir, pids }));
  return stack;
});
