import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayMs, ServiceError, type SecurityLog } from '@tandem/kit';
import type { AdminAction } from '@tandem/proto/browser/admin-actions';
import { freshTokenMs } from '@tandem/proto/browser/limits';
import type { AdminLogStore } from '../admin-log.store.js';
import {
  disabledAccount,
  invalidToken,
  revokedSession,
  type Account,
  type Provider,
  type VerifiedToken,
} from '../provider.js';
import {
  deviceOf,
  isSignInExpired,
  networkOf,
  newSecret,
  parseCookie,
  sessionIdOf,
  signInIdOf,
  statusOf,
  useRecordedEveryMs,
  type SessionPolicy,
  type SessionRecord,
} from './session.js';
import type { EndReason, SessionStore } from './session.store.js';
import { changedFields, hourOf, profileOf, type User } from '../user.js';
import type { StoredUser, UserStore } from '../user.store.js';

/**
 * Resolves credentials to users. A check costs a round trip to Firebase and two database reads, so its result is
 * cached for a few seconds:
 *
 *   token ─hash─▶ cache (≤ 10 s) ─miss─▶ verify signature ─▶ account at Firebase      ┐
 *                                                            user in our database     ├▶ checks ▶ record
 *                                                            session of cookie or sign-in ┘
 *
 * The end of a session takes effect immediately on this process (`forget`), on others when the cached result expires.
 */
export type Credential = { kind: 'idToken' | 'sessionCookie'; value: string };

export interface Authenticated {
  user: User;
  /** Of the session or, for an ID token that no session belongs to, of its sign-in (`signInIdOf`). */
  sessionId: string;
  signedInAt: Date;
  freshUntil: Date;
}

export interface Browser {
  /** The session cookie it has; empty without one. */
  sessionCookie: string;
  userAgent: string;
  ipAddress: string;
}

export interface Sessions {
  authenticate(credential: Credential): Promise<Authenticated>;
  /** How long a result may be used again, here and by the caller. */
  freshForMs(authenticated: Authenticated): number;
  createSession(
    idToken: string,
    browser: Browser,
  ): Promise<{ cookie: string; expiresAt: Date; user: User }>;
  /** Ends the session of a cookie, or of the sign-in of an ID token. */
  endSession(credential: Credential): Promise<void>;
  /** Drops cached results of a user on this process. */
  forget(uid: string): void;
}

export interface SessionsOptions {
  provider: Provider;
  users: UserStore;
  store: SessionStore;
  adminLog: Pick<AdminLogStore, 'appendOnce'>;
  security: SecurityLog;
  policy: SessionPolicy;
  onEvents: () => void;
  now?: () => Date;
}

const cacheMs = 10_000;
const cachedAnswers = 20_000;
/** Longer than any cached result is valid. */
const forgottenMs = 4 * cacheMs;

/** Lifetime of a cookie, which pages renew with every new ID token. */
export const sessionMs = 5 * dayMs;
/** Allowed clock skew between Firebase and this process. */
const skewMs = 5_000;
const maxOpenSessions = 50;

interface Answer extends Authenticated {
  expiresAt: Date;
  /** Orders checks and `forget` calls of this process. */
  turn: number;
}

/** Tokens carry the second of the sign-in only; a sign-in in the second of a revocation counts as revoked. */
const isRevoked = (token: VerifiedToken, account: Account, stored: StoredUser | undefined) => {
  const { signedInAt } = token;
  if (account.validAfter && signedInAt < account.validAfter) return true;
  return stored?.validAfter !== undefined && signedInAt <= stored.validAfter;
};

const expiredSession = () =>
  new ServiceError(
    'unauthenticated',
    'expired-session',
    'Your session has expired. Please sign in again.',
  );

export const createSessions = ({
  provider,
  users,
  store,
  adminLog,
  security,
  policy,
  onEvents,
  now = () => new Date(),
}: SessionsOptions): Sessions => {
  const clock = { perf: { now: () => now().getTime() }, ttlResolution: 0, max: cachedAnswers };
  const answers = new LRUCache<string, Promise<Answer>>({ ...clock, ttl: cacheMs });
  const forgotten = new LRUCache<string, number>({ ...clock, ttl: forgottenMs });
  let turn = 0;

  const forget = (uid: string) => {
    turn += 1;
    forgotten.set(uid, turn);
  };

  /** Rights are set at the identity provider, on the command line; this is where the change shows. */
  const recordRights = async (uid: string, isAdmin: boolean, earlier: number, at: Date) => {
    const action: AdminAction = isAdmin ? 'admin-rights-granted' : 'admin-rights-removed';
    const entry = { at, actorUid: '', action, subjectUids: [uid] };
    // Replicas and requests that notice the change at the same time write one entry.
    if (await adminLog.appendOnce(`${uid} ${action} ${earlier}`, entry)) {
      security.record('authz_change', { action });
    }
    // After the entry, so that none is lost; with it, the next change has another number.
    await users.changeRights(uid, isAdmin, earlier);
  };

  /** Updates the stored user; usually without a write. */
  const updateStoredUser = async (
    account: Account,
    stored: StoredUser | undefined,
  ): Promise<User> => {
    const at = now();
    const profile = profileOf(account);
    const wasAdmin = stored?.isAdmin ?? false;
    if (profile.isAdmin !== wasAdmin) {
      await recordRights(account.uid, profile.isAdmin, stored?.rightsChanges ?? 0, at);
    }
    if (!stored) {
      if (await users.register(account.uid, profile, at)) {
        onEvents();
        return { uid: account.uid, ...profile, createdAt: at, lastSeenAt: at };
      }
      const raced = await users.find(account.uid);
      if (!raced || raced.isDeleted) throw revokedSession();
      return raced;
    }
    const { isAdmin, ...changes } = changedFields(stored, profile);
    const current = { ...stored, ...changes, isAdmin: isAdmin ?? stored.isAdmin };
    if (stored.lastSeenHour < hourOf(at)) {
      await users.markSeen(account.uid, changes, profile, at);
      onEvents();
      return { ...current, lastSeenAt: at };
    }
    if (Object.keys(changes).length > 0) await users.update(account.uid, changes, profile);
    return current;
  };

  /** The account of a valid token and its stored user; refuses deleted, disabled and revoked ones. */
  const admit = async (token: VerifiedToken) => {
    const [account, stored] = await Promise.all([
      provider.findAccount(token.uid),
      users.find(token.uid),
    ]);
    if (!account || stored?.isDeleted) throw revokedSession();
    if (account.isDisabled) throw disabledAccount();
    if (isRevoked(token, account, stored)) throw revokedSession();
    return { account, stored };
  };

  const isLive = (session: SessionRecord) => statusOf(session, policy, now()) === 'live';

  /**
   * The live session that a sign-in belongs to, if any; refuses the tokens of ended sessions. Tokens carry the second of
   * their sign-in, so two sign-ins of one second count as one while either session lives.
   */
  const sessionOfSignIn = async (
    { uid, signedInAt }: VerifiedToken,
    stored: StoredUser | undefined,
  ): Promise<SessionRecord | undefined> => {
    if (isSignInExpired(signedInAt, policy, now())) throw expiredSession();
    const sessions = await store.listOfSignIn(uid, signedInAt);
    const live = sessions.find(isLive);
    if (live) return live;
    if (sessions.some(({ endedAt }) => endedAt)) throw revokedSession();
    if (sessions.length > 0) throw expiredSession();
    const { elsewhereValidAfter } = stored ?? {};
    if (elsewhereValidAfter && signedInAt <= elsewhereValidAfter) throw revokedSession();
    return undefined;
  };

  const requireLive = (
    session: SessionRecord | undefined,
    { signedInAt }: VerifiedToken,
  ): SessionRecord => {
    if (!session || session.endedAt) throw revokedSession();
    if (!isLive(session) || isSignInExpired(signedInAt, policy, now())) throw expiredSession();
    return session;
  };

  const recordUse = async (session: SessionRecord) => {
    const at = now();
    const unlessSince = new Date(at.getTime() - useRecordedEveryMs(policy));
    if (session.lastUsedAt < unlessSince) await store.markUsed(session.id, at, unlessSince);
  };

  /**
   * Firebase revokes the sign-ins of a user with a new password; ending the record closes the session's sockets. A session
   * with a later sign-in goes on: a request with its previous cookie may still be under way.
   */
  const endRevoked = async (session: SessionRecord, error: unknown) => {
    if (!(error instanceof ServiceError) || error.reason !== 'revoked-session') return;
    const account = await provider.findAccount(session.uid);
    const { validAfter } = account ?? {};
    if (account && !(validAfter && session.signedInAt < validAfter)) return;
    await store.end(session.uid, session.id, 'revoked', now());
  };

  /** Ends the sessions of a sign-in; without one, a record of its end refuses the tokens and closes the sockets. */
  const endSignIn = async ({ uid, signedInAt }: VerifiedToken, reason: EndReason) => {
    const at = now();
    const sessions = await store.listOfSignIn(uid, signedInAt);
    for (const { id } of sessions) await store.end(uid, id, reason, at);
    const user = await users.find(uid);
    if (sessions.length > 0 || !user || user.isDeleted) return;
    const id = sessionIdOf(newSecret());
    const times = { createdAt: at, lastUsedAt: at, signedInAt };
    await store.insert({ id, uid, ...times, device: '', network: '' });
    await store.end(uid, id, reason, at);
  };

  const verifyCookie = async (cookie: string) => {
    const parts = parseCookie(cookie);
    if (!parts) throw invalidToken();
    const session = await store.find(sessionIdOf(parts.secret));
    try {
      const token = await provider.verifySessionCookie(parts.token);
      if (session && session.uid !== token.uid) throw invalidToken();
      return { token, ...(await admit(token)), session: requireLive(session, token) };
    } catch (error) {
      if (session) await endRevoked(session, error);
      throw error;
    }
  };

  const verify = async ({ kind, value }: Credential) => {
    if (kind === 'sessionCookie') return verifyCookie(value);
    const token = await provider.verifyIdToken(value);
    const { account, stored } = await admit(token);
    return { token, account, stored, session: await sessionOfSignIn(token, stored) };
  };

  const check = async (credential: Credential): Promise<Answer> => {
    const begun = turn;
    const staleAt = new Date(now().getTime() + cacheMs);
    const { token, account, stored, session } = await verify(credential);
    if (session) await recordUse(session);
    return {
      user: await updateStoredUser(account, stored),
      sessionId: session?.id ?? signInIdOf(token.uid, token.signedInAt),
      signedInAt: token.signedInAt,
      expiresAt: token.expiresAt,
      freshUntil: token.expiresAt < staleAt ? token.expiresAt : staleAt,
      turn: begun,
    };
  };

  const isUsable = (answer: Answer) =>
    answer.expiresAt > now() && answer.turn >= (forgotten.get(answer.user.uid) ?? 0);

  const authenticate = async (credential: Credential): Promise<Authenticated> => {
    const key = createHash('sha256')
      .update(`${credential.kind}:${credential.value}`)
      .digest('base64');
    const known = answers.get(key);
    if (known) {
      const answer = await known;
      if (isUsable(answer)) return answer;
      answers.delete(key);
    }
    const pending = check(credential);
    answers.set(key, pending);
    // Refusals are not cached: the next check may succeed, and junk tokens must not fill the map.
    pending.catch(() => {
      if (answers.peek(key) === pending) answers.delete(key);
    });
    const answer = await pending;
    // Revoked during the check: its result may be outdated.
    return isUsable(answer) ? answer : authenticate(credential);
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

  const openSession = async (
    { uid, signedInAt }: VerifiedToken,
    { userAgent, ipAddress }: Browser,
  ): Promise<string> => {
    const secret = newSecret();
    const at = now();
    await store.insert({
      id: sessionIdOf(secret),
      uid,
      createdAt: at,
      lastUsedAt: at,
      signedInAt,
      device: deviceOf(userAgent),
      network: networkOf(uid, ipAddress),
    });
    const surplus = (await store.listOpen(uid)).slice(maxOpenSessions);
    for (const { id } of surplus) await store.end(uid, id, 'too-many-sessions', at);
    return secret;
  };

  return {
    authenticate,
    freshForMs: ({ freshUntil }) => Math.max(0, freshUntil.getTime() - now().getTime()),
    createSession: async (idToken, browser) => {
      const token = await provider.verifyIdToken(idToken);
      if (now().getTime() - token.issuedAt.getTime() > freshTokenMs + skewMs) {
        throw new ServiceError(
          'unauthenticated',
          'stale-token',
          'The token is too old to begin a session. Please refresh it.',
        );
      }
      const { account, stored } = await admit(token);
      // Before the session is stored: without a cookie it would be one that no browser has.
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
    endSession: async ({ kind, value }) => {
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
    forget,
  };
};
