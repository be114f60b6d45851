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
  new ServiceError('not-found', 'user-not-found', 'There is no such user.');

/** An ID token outlives its account by an hour at most. */
const tombstoneMs = 24 * 60 * 60_000;
const sweepBatch = 100;

/** What happens to an account as a whole: rights, sessions, its end. */
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

    setAdmin: async (uid: string, isAdmin: boolean): Promise<User> => {
      const user = await find(uid);
      await provider.setAdmin(uid, isAdmin);
      await users.update(uid, { isAdmin });
      sessions.forget(uid);
      return { ...user, isAdmin };
    },

    revokeSessions: async (uid: string): Promise<void> => {
      await users.revokeBefore(uid, now());
      sessions.forget(uid);
      await provider.revokeSessions(uid);
    },

    /** The tombstone comes first: whatever fails after it is finished by the sweep. */
    delete: async (uid: string): Promise<void> => {
      const isNew = await users.bury(uid, now());
      sessions.forget(uid);
      if (!isNew) return;
      onEvents();
      await erase(uid).catch((error: unknown) => {
        logger.warn({ err: error }, 'account not yet erased at the identity provider');
      });
    },

    /** Finish deletions that were interrupted; safe on every replica at once. */
    sweep: async (): Promise<void> => {
      for (const uid of await users.listUnerased(sweepBatch)) await erase(uid);
      await users.removeTombstones(new Date(now().getTime() - tombstoneMs));
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
