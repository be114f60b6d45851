import { ConfigError, configExitCode } from '@tandem/kit';
import { readFirebaseConfig } from '../config.js';
import { connectFirebase, type Account, type Provider } from '../provider.js';

/** Exit code of a call with wrong arguments (`EX_USAGE` of sysexits.h). */
export const usageExitCode = 64;

export const fail = (message: string, exitCode: number): void => {
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
};

export const failWith = (error: unknown): void => {
  const exitCode = error instanceof ConfigError ? configExitCode : 1;
  fail(error instanceof Error ? error.message : String(error), exitCode);
};

/**
 * A command for one account, with the credentials of the identity provider. `act` returns what it has done; the
 * message of its error is printed, and the exit code is then 1.
 */
export const runForAccount = async (
  { name, flags = [] }: { name: string; flags?: readonly string[] },
  act: (provider: Provider, account: Account, flags: ReadonlySet<string>) => Promise<string>,
): Promise<void> => {
  const args = process.argv.slice(2);
  const [email, ...others] = args.filter((arg) => !arg.startsWith('--'));
  const given = new Set(args.filter((arg) => arg.startsWith('--')));
  const isKnown = [...given].every((flag) => flags.includes(flag));
  if (!email?.includes('@') || others.length > 0 || !isKnown) {
    const options = flags.map((flag) => ` [${flag}]`).join('');
    fail(`usage: node dist/commands/${name}.js <email>${options}`, usageExitCode);
    return;
  }
  try {
    const config = readFirebaseConfig();
    const provider = connectFirebase({
      projectId: config.FIREBASE_PROJECT_ID,
      hasCredentials: config.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
    });
    const account = await provider.findAccountByEmail(email);
    if (!account) throw new Error('There is no account with this e-mail address.');
    process.stdout.write(`${await act(provider, account, given)}\n`);
  } catch (error) {
    failWith(error);
  }
};
