import { ServiceError, type Logger } from '@tandem/kit';
import type { Provider } from './provider.js';
import type { Sessions } from './sessions.js';
import type { User } from './user.js';
import type { UserStore } from './user.store.js';

export interface AccountsOptions {
  provider: Provider;
  users: UserStore;
  sessions: Sessions;
  onEvents: () => void;
  logger: Logger;
  now?: () => Date;
}

export const userNotFound = (): ServiceError =>
  new ServiceError('not-found', 'user-not-found', 'User not found.');

/** An ID token stays valid for up to an hour after its account was deleted. */
const tombstoneMs = 24 * 60 * 60_000;
const sweepBatch = 100;

/** Operations on a whole account: sessions, deletion. Admin rights change only by the local command set-admin.ts. */
export const createAccounts = (options: AccountsOptions) => {
  const { provider, users, sessions, onEvents, logger, now = () => new Date() } = options;

  const find = async (uid: string): Promise<User> => {
    const user = await users.find(uid);
    if (!user || user.isDeleted) throw userNotFound();
    return user;
  };

  const erase = async (uid: string): Promise<void> => {
    await provider.deleteAccount(uid);
    await users.markErased(uid);
  };

  return {
    find,

    revokeSessions: async (uid: string): Promise<void> => {
      await users.revokeBefore(uid, now());
      sessions.forget(uid);
      await provider.revokeSessions(uid);
    },

    /** Writes the tombstone first; the sweep finishes what fails after it. */
    delete: async (uid: string): Promise<void> => {
      const isNew = await users.bury(uid, now());
      sessions.forget(uid);
      if (!isNew) return;
      onEvents();
      await erase(uid).catch((error: unknown) => {
        logger.warn({ err: error }, 'account not yet deleted at the identity provider');
      });
    },

    /** Finishes interrupted deletions and upgrades; safe to run on all replicas. */
    sweep: async (): Promise<void> => {
      await users.addSearchKeys();
      for (const uid of await users.listUnerased(sweepBatch)) await erase(uid);
      await users.removeTombstones(new Date(now().getTime() - tombstoneMs));
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
