/**
 * For users who have lost the device with their authenticator app: `node dist/commands/remove-second-factor.js <email>`.
 * Their password is enough again until they set up another app. First verify the identity of the person who requests
 * it.
 */

import { runForAccount } from './command.js';

await runForAccount({ name: 'remove-second-factor' }, async (provider, { uid }) => {
  const count = await provider.removeSecondFactors(uid);
  return count === 0 ? `${uid} has no second factor.` : `${uid} has no second factor any more.`;
});
