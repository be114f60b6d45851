/** Exit code of a process whose configuration is invalid (EX_CONFIG of sysexits.h); the services use it too. */
export const configExitCode = 78;

/**
 * An error the user can fix. The tools print its message without a stack and exit with `exitCode`.
 * Any other error is a bug and keeps its stack.
 */
export class LaunchFault extends Error {
  /**
   * @param {string} message what is wrong and how to fix it
   * @param {{exitCode?: number, cause?: unknown}} [options]
   */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.name = 'LaunchFault';
    this.exitCode = exitCode;
  }
}

/**
 * The console text for an error: the message of a fault, the stack of a bug.
 * @param {unknown} error
 */
export const describeError = (error) => {
  if (error instanceof LaunchFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
