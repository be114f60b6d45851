import { dayMs, ServiceError, type Logger } from '@tandem/kit';
import type { Provider } from './provider.js';
import type { SessionPolicy } from './session/session.js';
import type { SessionStore } from './session/session.store.js';
import type { Sessions } from './session/sessions.js';
import type { User } from './user.js';
import type { UserStore } from './user.store.js';

export interface AccountsOptions {
  provider: Provider;
  users: UserStore;
  sessions: Pick<Sessions, 'forget'>;
  store: SessionStore;
  policy: SessionPolicy;
  publishSoon: () => void;
  logger: Logger;
  now?: () => Date;
}

const userNotFound = (): ServiceError =>
  new ServiceError('not-found', 'user-not-found', 'User not found.');

/** An ID token stays valid for up to an hour after its account was deleted. */
const tombstoneMs = dayMs;
const sweepBatch = 100;

/** Operations on a whole account. Admin rights change only by the local command commands/set-admin.ts. */
export const createAccounts = (options: AccountsOptions) => {
  const { provider, users, sessions, store, policy, publishSoon, logger } = options;
  const { now = () => new Date() } = options;

  const find = async (uid: string): Promise<User> => {
    const user = await users.find(uid);
    if (!user || user.isDeleted) throw userNotFound();
    return user;
  };

  const erase = async (uid: string): Promise<void> => {
    await provider.deleteAccount(uid);
    await store.removeAll(uid);
    await users.markErased(uid);
  };

  /** A failure concerns this account only: the next sweep tries again. */
  const tryToErase = (uid: string): Promise<void> =>
    erase(uid).catch((error: unknown) => {
      logger.warn({ err: error }, 'account not yet deleted at the identity provider');
    });

  const eraseDeleted = async (): Promise<void> => {
    for (let after = ''; ;) {
      const uids = await users.listUnerased(after, sweepBatch);
      const last = uids.at(-1);
      if (last === undefined) return;
      for (const uid of uids) await tryToErase(uid);
      after = last;
    }
  };

  /** A session may have been opened during the deletion, by a request that read the user before it. */
  const removeTombstones = async (): Promise<void> => {
    const deletedBefore = new Date(now().getTime() - tombstoneMs);
    for (const uid of await users.listErased(deletedBefore, sweepBatch)) {
      await store.removeAll(uid);
      await users.removeTombstone(uid);
    }
  };

  return {
    find,

    /** Writes the tombstone first; the sweep finishes what fails after it. */
    delete: async (uid: string): Promise<void> => {
      const isNew = await users.markDeleted(uid, now());
      await store.removeAll(uid);
      sessions.forget(uid);
      if (!isNew) return;
      publishSoon();
      await tryToErase(uid);
    },

    /** Finishes interrupted deletions and upgrades; safe to run on all replicas. */
    sweep: async (): Promise<void> => {
      await users.addSearchKeys();
      await eraseDeleted();
      await removeTombstones();
      // Older sign-ins are refused without their record.
      await store.removeSignedInBefore(new Date(now().getTime() - policy.lifetimeMs - tombstoneMs));
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
