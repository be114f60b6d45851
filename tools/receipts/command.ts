/** What the commands of this folder share. */

import type { Verdict } from './log.ts';

/** A file that cannot be opened or read. */
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && typeof Reflect.get(error, 'syscall') === 'string';

const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && String(Reflect.get(error, 'code')).startsWith('ERR_PARSE_ARGS');

/**
 * Prints the verdict about a `name`. Exit code 1 always says that something is wrong with it: a wrong call or a file
 * that cannot be read is one line and exit code 2.
 */
export const runCommand = async (
  name: string,
  usage: string,
  verify: () => Promise<Verdict | null>,
): Promise<void> => {
  try {
    const verdict = await verify();
    if (verdict === null) {
      process.stderr.write(`usage: ${usage}\n`);
      process.exitCode = 2;
      return;
    }
    for (const fact of verdict.facts) process.stdout.write(`${fact}\n`);
    for (const { isValid, text } of verdict.findings)
      process.stdout.write(`${isValid ? '✓' : '✗'} ${text}\n`);
    process.stdout.write(`The ${name} is ${verdict.isValid ? '' : 'NOT '}valid.\n`);
    process.exitCode = verdict.isValid ? 0 : 1;
  } catch (error) {
    if (!isUnreadable(error) && !isWrongOption(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
};
