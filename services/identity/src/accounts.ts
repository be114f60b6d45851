import { dayMs, ServiceError, type Logger } from '@tandem/kit';
import { createKnownAccounts, isRefused } from './session/known-accounts.js';
import type { Provider } from './provider.js';
import {
  isSignInExpired,
  parseSignInId,
  statusOf,
  type SessionPolicy,
  type SessionRecord,
} from './session/session.js';
import type { SessionStore } from './session/session.store.js';
import type { Sessions } from './session/sessions.js';
import type { User } from './user.js';
import type { UserStore } from './user.store.js';

export interface AccountsOptions {
  provider: Provider;
  users: UserStore;
  sessions: Sessions;
  store: SessionStore;
  policy: SessionPolicy;
  onEvents: () => void;
  logger: Logger;
  now?: () => Date;
}

export const userNotFound = (): ServiceError =>
  new ServiceError('not-found', 'user-not-found', 'User not found.');

/** An ID token stays valid for up to an hour after its account was deleted. */
const tombstoneMs = dayMs;
const sweepBatch = 100;

/** Operations on a whole account: sessions, deletion. Admin rights change only by the local command commands/set-admin.ts. */
export const createAccounts = (options: AccountsOptions) => {
  const { provider, users, sessions, store, policy, onEvents, logger } = options;
  const { now = () => new Date() } = options;
  const known = createKnownAccounts({ provider, logger, now });

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

  /** A session may have been opened during the deletion, by a request that read the user before it. */
  const removeTombstones = async (): Promise<void> => {
    const deletedBefore = new Date(now().getTime() - tombstoneMs);
    for (const uid of await users.listErased(deletedBefore, sweepBatch)) {
      await store.removeAll(uid);
      await users.removeTombstone(uid);
    }
  };

  const isLive = (session: SessionRecord) => statusOf(session, policy, now()) === 'live';

  /** The live ones; ends the records of those that the provider refuses. */
  const keepLive = async (records: readonly SessionRecord[]): Promise<SessionRecord[]> => {
    const live: SessionRecord[] = [];
    for (const session of records.filter(isLive)) {
      const { uid, id, signedInAt } = session;
      if (isRefused(known.get(uid), signedInAt)) await store.end(uid, id, 'revoked', now());
      else live.push(session);
    }
    return live;
  };

  /** Whether the tokens of a sign-in without a session are accepted. */
  const isLiveSignIn = async (id: string): Promise<boolean> => {
    const signIn = parseSignInId(id);
    if (!signIn || isSignInExpired(signIn.signedInAt, policy, now())) return false;
    if (isRefused(known.get(signIn.uid), signIn.signedInAt)) return false;
    const user = await users.find(signIn.uid);
    if (!user || user.isDeleted) return false;
    const ends = [user.validAfter, user.elsewhereValidAfter];
    if (ends.some((end) => end && signIn.signedInAt <= end)) return false;
    // Clients may open a session later.
    const sessions = await store.listOfSignIn(signIn.uid, signIn.signedInAt);
    return sessions.length === 0 || sessions.some(isLive);
  };

  return {
    find,

    listSessions: async (uid: string): Promise<SessionRecord[]> => {
      await known.lookUp([uid]);
      return keepLive(await store.listOpen(uid));
    },

    endUserSession: async (uid: string, sessionId: string): Promise<void> => {
      if (!(await store.end(uid, sessionId, 'signed-out-elsewhere', now()))) {
        throw new ServiceError('not-found', 'session-not-found', 'This session has ended already.');
      }
      sessions.forget(uid);
    },

    /** Also revokes sign-ins that never opened a session. */
    endOtherSessions: async (uid: string, sessionId: string): Promise<void> => {
      // Otherwise the call would end the caller's own sign-in.
      if (sessionId === '' || parseSignInId(sessionId)) {
        throw new ServiceError(
          'failed-precondition',
          'no-session',
          'This call needs a session: open one first.',
        );
      }
      await users.revokeElsewhereBefore(uid, now());
      await store.endAll(uid, sessionId, 'signed-out-elsewhere', now());
      sessions.forget(uid);
    },

    /**
     * The given sessions and sign-ins that are not live. Of a disabled account or one with a new password they are within a
     * minute, without a request of the user.
     */
    findEndedSessions: async (ids: readonly string[]): Promise<string[]> => {
      const signIns = ids.flatMap((id) => parseSignInId(id) ?? []);
      const records = await store.findMany(ids.filter((id) => !parseSignInId(id)));
      // Not awaited: the next call has the answer, and no call is late because of the provider.
      void known.lookUp([...records, ...signIns].map(({ uid }) => uid));
      const live = new Set((await keepLive(records)).map(({ id }) => id));
      for (const id of ids) if (await isLiveSignIn(id)) live.add(id);
      return ids.filter((id) => !live.has(id));
    },

    revokeSessions: async (uid: string): Promise<void> => {
      await users.revokeBefore(uid, now());
      await store.endAll(uid, '', 'revoked', now());
      sessions.forget(uid);
      await provider.revokeSessions(uid);
    },

    /** Writes the tombstone first; the sweep finishes what fails after it. */
    delete: async (uid: string): Promise<void> => {
      const isNew = await users.markDeleted(uid, now());
      await store.removeAll(uid);
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
      await removeTombstones();
      // Older sign-ins are refused without their record.
      await store.removeSignedInBefore(new Date(now().getTime() - policy.lifetimeMs - tombstoneMs));
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
