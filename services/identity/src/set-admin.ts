import { ConfigError, configExitCode } from '@tandem/kit';
import { readFirebaseConfig } from './config.js';
import { connectFirebase } from './provider.js';

/**
 * Makes the first admin offline: `node dist/set-admin.js <email> [--remove]`. Sets the custom claim at the
 * identity provider; the service reads it at the user's next request.
 */
const fail = (message: string, exitCode: number) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
};

const setAdmin = async (email: string, isAdmin: boolean) => {
  const config = readFirebaseConfig();
  const provider = connectFirebase({
    projectId: config.FIREBASE_PROJECT_ID,
    hasCredentials: config.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
  });
  const account = await provider.findAccountByEmail(email);
  if (!account) {
    fail('There is no account with this e-mail address.', 1);
    return;
  }
  // Anyone can register an address that is not theirs.
  if (isAdmin && !account.isEmailVerified) {
    fail('The e-mail address of this account is not verified. Admin rights were not granted.', 1);
    return;
  }
  await provider.setAdmin(account.uid, isAdmin);
  process.stdout.write(`${account.uid} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.\n`);
};

const args = process.argv.slice(2);
const [email] = args.filter((arg) => !arg.startsWith('--'));
const unknown = args.filter((arg) => arg.startsWith('--') && arg !== '--remove');

if (!email?.includes('@') || unknown.length > 0) {
  fail('usage: node dist/set-admin.js <email> [--remove]', 64);
} else {
  try {
    await setAdmin(email, !args.includes('--remove'));
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    fail(error instanceof Error ? error.message : String(error), isConfig ? configExitCode : 1);
  }
}
