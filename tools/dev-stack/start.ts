import { join } from 'node:path';
import { buildAll } from '../bootstrap/build-steps.js';
import { readSettings } from '../bootstrap/launch/settings.mjs';
import { banner } from './banner.js';
import { openConsole } from './run/console.js';
import { startStack, type Stack } from './stack.js';

interface StartOptions {
  /** The public port, known to be free. */
  port: number;
  /** `performance.now()` at the beginning of the command. */
  startedAt: number;
  signal: AbortSignal;
  onFatal: (fault: unknown) => void;
}

/** Builds what is stale, starts the stack and prints the banner. */
export const start = async ({ port, startedAt, signal, onFatal }: StartOptions): Promise<Stack> => {
  const { echoAll, logDir } = readSettings(process.env);
  const console = openConsole({ all: echoAll });
  await buildAll(console.print, signal);
  console.print('Starting …');
  const stack = await startStack({ port, console, signal, onFatal });
  const seconds = (performance.now() - startedAt) / 1_000;
  const logs = logDir ?? join(stack.runDir, 'logs');
  console.print(banner(stack, { seconds, logDir: logs, paint: console.paint }));
  return stack;
};
