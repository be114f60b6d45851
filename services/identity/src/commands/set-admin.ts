/**
 * Makes the first admin: `node dist/commands/set-admin.js <email> [--remove]`. Sets the custom claim at the identity
 * provider; the service reads it at the user's next request.
 */

import { runForAccount } from './command.js';

const remove = '--remove';

await runForAccount({ name: 'set-admin', flags: [remove] }, async (provider, account, flags) => {
  const { uid, isEmailVerified } = account;
  const isAdmin = !flags.has(remove);
  // Anyone can register an address that is not theirs.
  if (isAdmin && !isEmailVerified)
    throw new Error(
      'The e-mail address of this account is not verified. Admin rights were not granted.',
    );
  await provider.setAdmin(uid, isAdmin);
  return `${uid} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.`;
});
