// The real launcher around fake services: `node fake-launcher.mjs serve crash …`. Prints the run
// directory and the children's process ids once all are ready, for the test that started it.
import { openConsole } from '../run/console.mjs';
import { launch } from '../run/launch.mjs';
import { runStack } from '../run/run-stack.mjs';
import { fakeSpec } from './fake-plan.mjs';

const console = openConsole();
const plan = async () =>
  process.argv
    .slice(2)
    .map((behaviour, index) => fakeSpec(`fake-${index}`, behaviour, { tier: index === 0 ? 0 : 1 }));

await launch(async ({ signal, onFatal }) => {
  const stack = await runStack({ plan, console, signal, onFatal });
  const pids = [...stack.children.values()].map(({ pid }) => pid);
  console.print(JSON.stringify({ runDir: stack.runDir, pids }));
  return stack;
}, console);
