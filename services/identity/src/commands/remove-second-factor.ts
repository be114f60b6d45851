/**
 * For users who have lost the device with their authenticator app: `node dist/commands/remove-second-factor.js <email>`.
 * Their password is enough again until they set up another app. First verify the identity of the person who requests
 * it. They see the removal in their settings, and admins in the admin log.
 */

import { silentLogger } from '@tandem/kit';
import { connectMongo } from '@tandem/kit/mongo';
import { createAdminLogStore } from '../admin-log.store.js';
import { readDatabaseConfig } from '../config.js';
import { runForAccount } from './command.js';

const recordRemoval = async (uid: string): Promise<void> => {
  const { MONGO_URL: url, MONGO_DB: database } = readDatabaseConfig();
  const connection = await connectMongo({ url, database, logger: silentLogger });
  try {
    await createAdminLogStore(connection).append({
      at: new Date(),
      actorUid: '',
      action: 'second-factor-removed',
      subjectUids: [uid],
    });
  } finally {
    await connection.close();
  }
};

await runForAccount({ name: 'remove-second-factor' }, async (provider, { uid }) => {
  if (!(await provider.hasSecondFactor(uid))) return `${uid} has no second factor.`;
  // First, so that no removal goes unrecorded.
  await recordRemoval(uid);
  await provider.removeSecondFactors(uid);
  return `${uid} has no second factor any more.`;
});
