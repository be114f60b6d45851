import { dayMs, ServiceError, type Logger } from '@tandem/kit';
import { freshTokenMs } from '@tandem/proto/browser/limits';
import { revokedSession, type VerifiedToken } from '../provider.js';
import type { User } from '../user.js';
import { createAuthenticator, type AuthenticatorOptions, type Credential } from './authenticate.js';
import { createKnownAccounts, isRefused } from './known-accounts.js';
import { createUserRecorder, type UserRecorderOptions } from './record-user.js';
import {
  decisive,
  deviceOf,
  isSignInExpired,
  networkOf,
  newSecret,
  parseCookie,
  parseSignInId,
  sessionIdOf,
  type SessionRecord,
} from './session.js';
import type { EndReason } from './session.store.js';

export interface Browser {
  /** Empty without a session cookie. */
  sessionCookie: string;
  userAgent: string;
  ipAddress: string;
}

export interface SessionsOptions
  extends Omit<AuthenticatorOptions, 'updateStoredUser' | 'now'>, Omit<UserRecorderOptions, 'now'> {
  logger: Logger;
  now?: () => Date;
}

/** Lifetime of a cookie, which pages renew with every new ID token. */
const sessionMs = 5 * dayMs;
/** Allowed clock skew between Firebase and this process. */
const skewMs = 5_000;
const maxOpenSessions = 50;
/** Ended sessions of a user that are kept, because they refuse the tokens of their sign-ins. */
const maxEndedSessions = 100;

/** Opens, continues, lists and ends sessions, and resolves their credentials. */
export const createSessions = (options: SessionsOptions) => {
  const { provider, users, store, policy, logger, now = () => new Date() } = options;
  const updateStoredUser = createUserRecorder({ ...options, now });
  const authenticator = createAuthenticator({ ...options, updateStoredUser, now });
  const { authenticate, freshForMs, forget, admit, sessionOfSignIn, isLive } = authenticator;
  const known = createKnownAccounts({ provider, logger, now });

  /** Returns the live sessions; ends the records of those that the provider refuses. */
  const keepLive = async (records: readonly SessionRecord[]): Promise<SessionRecord[]> => {
    const live: SessionRecord[] = [];
    for (const session of records.filter(isLive)) {
      if (!isRefused(known.get(session.uid), session.signedInAt)) {
        live.push(session);
      } else if (!(await store.endAsRead(session, 'revoked', now()))) {
        // Ended by another call, or continued with a later sign-in.
        const current = await store.find(session.id);
        if (current && isLive(current)) live.push(current);
      }
    }
    return live;
  };

  /** Looks up the accounts and ends the sessions that the provider refuses, for all replicas. Never rejects. */
  const endRefused = async (records: readonly SessionRecord[], uids: readonly string[]) => {
    await known.lookUp(uids);
    try {
      await keepLive(records);
    } catch (error) {
      logger.warn({ err: error }, 'refused sessions could not be ended, will retry');
    }
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
    const sessions = decisive(await store.listOfSignIn(signIn.uid, signIn.signedInAt));
    return sessions.length === 0 || sessions.some(isLive);
  };

  /**
   * Bounds the sessions of a user, all of which the check of an ID token reads. A time in the user's row refuses the tokens
   * of those that are removed.
   */
  const removeSurplusEnded = async (uid: string): Promise<void> => {
    const surplus = await store.listEndedBeyond(uid, maxEndedSessions);
    const [latest] = surplus;
    if (!latest) return;
    await users.revokeElsewhereBefore(uid, latest.signedInAt);
    await store.remove(surplus.map(({ id }) => id));
  };

  /** Ends the sessions of a sign-in. Without any, stores an ended one, which refuses the tokens and closes the sockets. */
  const endSignIn = async ({ uid, signedInAt }: VerifiedToken, reason: EndReason) => {
    const at = now();
    const endListed = async (): Promise<number> => {
      const sessions = await store.listOfSignIn(uid, signedInAt);
      for (const { id } of sessions) await store.end(uid, id, reason, at);
      return sessions.length;
    };
    const isEnded = (await endListed()) > 0;
    const user = await users.find(uid);
    if (!user || user.isDeleted) return;
    if (!isEnded) {
      const id = sessionIdOf(newSecret());
      const times = { createdAt: at, lastUsedAt: at, signedInAt };
      await store.insert({ id, uid, ...times, device: '', network: '' });
      await store.end(uid, id, reason, at);
      await removeSurplusEnded(uid);
    }
    // Sessions that were confirmed since the first list was read, when no end could be seen yet.
    await endListed();
  };

  /** The secret of the browser's session, if the session is the user's and continues. */
  const continueSession = async (
    token: VerifiedToken,
    { sessionCookie, ...client }: Browser,
  ): Promise<string | undefined> => {
    const secret = parseCookie(sessionCookie)?.secret;
    if (secret === undefined) return undefined;
    const session = await store.find(sessionIdOf(secret));
    if (session?.uid !== token.uid || !isLive(session)) return undefined;
    const isNewer = token.signedInAt > session.signedInAt;
    const continued = await store.continue(session.id, {
      signedInAt: isNewer ? token.signedInAt : session.signedInAt,
      lastUsedAt: now(),
      device: deviceOf(client.userAgent),
      network: networkOf(token.uid, client.ipAddress),
    });
    return continued ? secret : undefined;
  };

  /**
   * Confirms a new session, or ends it if its sign-in was ended while it was being opened: signing out elsewhere ends only
   * the sessions that it finds.
   */
  const confirmOrEnd = async (token: VerifiedToken, id: string): Promise<void> => {
    try {
      await sessionOfSignIn(token, await users.find(token.uid));
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.code === 'unauthenticated';
      if (isRefused) await store.end(token.uid, id, 'revoked', now());
      throw error;
    }
    if (!(await store.confirm(id))) throw revokedSession();
  };

  const openSession = async (
    token: VerifiedToken,
    { userAgent, ipAddress }: Browser,
  ): Promise<string> => {
    const { uid, signedInAt } = token;
    const secret = newSecret();
    const id = sessionIdOf(secret);
    const at = now();
    await store.insert({
      id,
      uid,
      createdAt: at,
      lastUsedAt: at,
      signedInAt,
      device: deviceOf(userAgent),
      network: networkOf(uid, ipAddress),
    });
    await confirmOrEnd(token, id);
    const surplus = (await store.listOpen(uid)).slice(maxOpenSessions);
    for (const one of surplus) await store.end(uid, one.id, 'too-many-sessions', at);
    await removeSurplusEnded(uid);
    return secret;
  };

  return {
    authenticate,
    freshForMs,
    forget,

    createSession: async (
      idToken: string,
      browser: Browser,
    ): Promise<{ cookie: string; expiresAt: Date; user: User }> => {
      const token = await provider.verifyIdToken(idToken);
      if (now().getTime() - token.issuedAt.getTime() > freshTokenMs + skewMs) {
        throw new ServiceError(
          'unauthenticated',
          'stale-token',
          'The token is too old to begin a session. Please refresh it.',
        );
      }
      const { account, stored } = await admit(token);
      // Create the cookie first: a session stored without one would belong to no browser.
      const cookie = await provider.createSessionCookie(idToken, sessionMs);
      let secret = await continueSession(token, browser);
      if (secret === undefined) {
        await sessionOfSignIn(token, stored);
        secret = await openSession(token, browser);
      }
      const user = await updateStoredUser(account, stored);
      return {
        cookie: `${secret}.${cookie}`,
        expiresAt: new Date(now().getTime() + sessionMs),
        user,
      };
    },

    /** Ends the session of a cookie, or of the sign-in of an ID token. */
    endSession: async ({ kind, value }: Credential): Promise<void> => {
      if (kind === 'sessionCookie') {
        // The secret is enough: an expired cookie ends its session as well.
        const secret = parseCookie(value)?.secret;
        const session = secret === undefined ? undefined : await store.find(sessionIdOf(secret));
        if (!session) return;
        await store.end(session.uid, session.id, 'sign-out', now());
        forget(session.uid);
        return;
      }
      const token = await provider.verifyIdToken(value);
      await endSignIn(token, 'sign-out');
      forget(token.uid);
    },

    listSessions: async (uid: string): Promise<SessionRecord[]> => {
      await known.lookUp([uid]);
      return keepLive(await store.listOpen(uid));
    },

    endUserSession: async (uid: string, sessionId: string): Promise<void> => {
      if (!(await store.end(uid, sessionId, 'signed-out-elsewhere', now()))) {
        throw new ServiceError('not-found', 'session-not-found', 'This session has ended already.');
      }
      forget(uid);
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
      forget(uid);
    },

    /**
     * Returns the ids that are no longer live. A disabled account or a new password is noticed in the background, so the
     * first call after `knownMs` still reports its ids as live. Ended sessions are visible to every replica; sign-ins
     * without a session only to this one.
     */
    findEndedSessions: async (ids: readonly string[]): Promise<string[]> => {
      const signIns = ids.flatMap((id) => parseSignInId(id) ?? []);
      const records = await store.findMany(ids.filter((id) => !parseSignInId(id)));
      // Not awaited, so a slow provider does not delay this call. The next call sees the result.
      void endRefused(
        records,
        [...records, ...signIns].map(({ uid }) => uid),
      );
      const live = new Set((await keepLive(records)).map(({ id }) => id));
      for (const id of ids) if (await isLiveSignIn(id)) live.add(id);
      return ids.filter((id) => !live.has(id));
    },

    revokeSessions: async (uid: string): Promise<void> => {
      await users.revokeBefore(uid, now());
      await store.endAll(uid, '', 'revoked', now());
      forget(uid);
      await provider.revokeSessions(uid);
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
