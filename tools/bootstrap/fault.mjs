/** Exit code of a process whose configuration is wrong (EX_CONFIG of sysexits.h); services use it too. */
export const CONFIG_EXIT_CODE = 78;

/**
 * Something the person at the keyboard can put right. The launcher prints the message alone, without
 * a stack, and exits with `exitCode`. Every other error is a bug of ours and keeps its stack.
 */
export class LaunchFault extends Error {
  /**
   * @param {string} message what is wrong and what to do about it
   * @param {{exitCode?: number, cause?: unknown}} [options]
   */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.name = 'LaunchFault';
    this.exitCode = exitCode;
  }
}

/**
 * Text for the console: a fault speaks for itself, a bug shows where it happened.
 * @param {unknown} error
 */
export const describeError = (error) => {
  if (error instanceof LaunchFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
