import { describeError, LaunchFault } from '../fault.mjs';
import { interruptSignal } from '../interrupt.mjs';

/**
 * Starts a stack, waits for its end and exits the process:
 * 0 after an interrupt, the code of a fault with its message, 1 with a stack for a bug.
 * @param {(hooks: {signal: AbortSignal, onFatal: (fault: unknown) => void}) => Promise<{stop(): Promise<void>}>} start
 */
export const launch = async (start) => {
  const signal = interruptSignal();
  /** @type {(value?: unknown) => void} */
  let end = () => undefined;
  /** @type {Promise<unknown>} */
  const ended = new Promise((resolve) => (end = resolve));
  signal.addEventListener('abort', () => {
    process.stdout.write('\nStopping …\n');
    end();
  });

  let fault;
  try {
    const stack = await start({ signal, onFatal: end });
    fault = await ended;
    await stack.stop();
  } catch (error) {
    fault = signal.aborted ? undefined : error;
  }
  if (fault !== undefined) process.stderr.write(`\n${describeError(fault)}\n`);
  process.exit(fault === undefined ? 0 : fault instanceof LaunchFault ? fault.exitCode : 1);
};
