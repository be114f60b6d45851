import { describeError, LaunchFault } from '../../bootstrap/fault.mjs';
import { watchNpm } from '../processes/parent.mjs';

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. A person is not that fast. */
const SECOND_CTRL_C_MS = 500;

/**
 * Runs a stack until somebody ends it, and turns every way it can end into an exit code:
 * 0 after Ctrl-C or SIGTERM, the fault's own code with one message, 1 with a stack for a bug.
 * @param {(hooks: {signal: AbortSignal, onFatal: (fault: unknown) => void}) => Promise<{stop(): Promise<void>}>} start
 * @param {{print(text?: string): void}} console
 */
export const launch = async (start, console) => {
  const interrupt = new AbortController();
  /** @type {(value: unknown) => void} */
  let end = () => undefined;
  /** @type {Promise<unknown>} */
  const ended = new Promise((resolve) => (end = resolve));

  /** @type {number | undefined} */
  let interruptedAt;
  const interruptNow = () => {
    if (interruptedAt === undefined) console.print('\nStopping …');
    interruptedAt ??= performance.now();
    interrupt.abort(new LaunchFault('interrupted', { exitCode: 0 }));
    end(undefined);
  };
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      const sinceFirstMs = performance.now() - (interruptedAt ?? performance.now());
      // A second Ctrl-C means now; the guard ends the children.
      if (name === 'SIGINT' && sinceFirstMs > SECOND_CTRL_C_MS) process.exit(130);
      interruptNow();
    });
  }
  watchNpm(interruptNow);

  let fault;
  try {
    const stack = await start({ signal: interrupt.signal, onFatal: end });
    fault = await ended;
    await stack.stop();
  } catch (error) {
    fault = interrupt.signal.aborted ? undefined : error;
  }
  if (fault !== undefined) process.stderr.write(`\n${describeError(fault)}\n`);
  process.exit(fault === undefined ? 0 : fault instanceof LaunchFault ? fault.exitCode : 1);
};
