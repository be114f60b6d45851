import { openConsole } from '../../dev-stack/run/console.js';
import { runStack } from '../../dev-stack/run/run-stack.js';
import { fakeSpec } from '../../dev-stack/testing/fake-plan.js';

/** Starts processes the way the stack of the browser tests does. */
export default async (): Promise<() => Promise<void>> => {
  const plan = () => Promise.resolve([fakeSpec('one', 'serve'), fakeSpec('two', 'stubborn')]);
  const stack = await runStack({ plan, console: openConsole() });
  return stack.stop;
};
