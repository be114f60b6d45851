/**
 * After the database was restored from a backup: `node dist/commands/after-restore.js [--delete]`.
 *
 * Ends every sign-in, because sessions that ended after the backup are open again in it. Then names the users without an
 * account at Firebase, whose data the backup brought back; `--delete` deletes them, which the event repeats in every
 * service. Both are safe to repeat.
 */

import { silentLogger } from '@tandem/kit';
import { connectMongo } from '@tandem/kit/mongo';
import { readDatabaseConfig } from '../config.js';
import { connectFirebase } from '../provider.js';
import { findGone } from '../restore.js';
import { createUserStore } from '../user.store.js';
import { fail, failWith, usageExitCode } from './command.js';

const deleteFlag = '--delete';

const run = async (isDeleting: boolean): Promise<void> => {
  const config = readDatabaseConfig();
  const provider = connectFirebase({
    projectId: config.FIREBASE_PROJECT_ID,
    hasCredentials: config.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
  });
  const { MONGO_URL: url, MONGO_DB: database } = config;
  const connection = await connectMongo({ url, database, logger: silentLogger });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const users = createUserStore(connection);
    const { gone, known } = await findGone({ users, provider });
    // With credentials of another project every account is unknown.
    if (known === 0 && gone.length > 0)
      throw new Error(
        `Firebase has none of the ${gone.length} accounts. Nothing was changed. Is FIREBASE_PROJECT_ID the right project?`,
      );
    print(`${await users.revokeAllBefore(new Date())} users have to sign in again.`);
    for (const uid of gone) {
      if (isDeleting) await users.markDeleted(uid, new Date());
      print(`${uid} has no account at Firebase${isDeleting ? ' and was deleted' : ''}.`);
    }
    if (gone.length > 0 && !isDeleting)
      print(`Run again with ${deleteFlag} to delete these users.`);
  } finally {
    await connection.close();
  }
};

const args = process.argv.slice(2);
if (args.some((arg) => arg !== deleteFlag))
  fail(`usage: node dist/commands/after-restore.js [${deleteFlag}]`, usageExitCode);
else await run(args.includes(deleteFlag)).catch(failWith);
