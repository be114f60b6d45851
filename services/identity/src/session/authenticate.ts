import { createHash } from 'node:crypto';
import { ServiceError } from '@tandem/kit';
import { LRUCache } from 'lru-cache';
import {
  disabledAccount,
  invalidToken,
  revokedSession,
  type Account,
  type Provider,
  type VerifiedToken,
} from '../provider.js';
import type { User } from '../user.js';
import type { StoredUser, UserStore } from '../user.store.js';
import type { UpdateStoredUser } from './record-user.js';
import {
  decisive,
  isSignInExpired,
  parseCookie,
  sessionIdOf,
  signInIdOf,
  statusOf,
  useRecordedEveryMs,
  type SessionPolicy,
  type SessionRecord,
} from './session.js';
import type { SessionStore } from './session.store.js';

export type Credential = { kind: 'idToken' | 'sessionCookie'; value: string };

export interface Authenticated {
  user: User;
  /** ID of the session or, for an ID token without one, of its sign-in (`signInIdOf`). */
  sessionId: string;
  signedInAt: Date;
  freshUntil: Date;
}

export interface AuthenticatorOptions {
  provider: Provider;
  users: UserStore;
  store: SessionStore;
  policy: SessionPolicy;
  updateStoredUser: UpdateStoredUser;
  now: () => Date;
}

const cacheMs = 10_000;
const cachedAnswers = 20_000;
/** Longer than any cached result is valid. */
const forgottenMs = 4 * cacheMs;

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
export const createAuthenticator = (options: AuthenticatorOptions) => {
  const { provider, users, store, policy, updateStoredUser, now } = options;
  const clock = { perf: { now: () => now().getTime() }, ttlResolution: 0, max: cachedAnswers };
  const answers = new LRUCache<string, Promise<Answer>>({ ...clock, ttl: cacheMs });
  const forgotten = new LRUCache<string, number>({ ...clock, ttl: forgottenMs });
  let turn = 0;

  const forget = (uid: string) => {
    turn += 1;
    forgotten.set(uid, turn);
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
    const isExpired = isSignInExpired(signedInAt, policy, now());
    const sessions = decisive(await store.listOfSignIn(uid, signedInAt));
    const live = isExpired ? undefined : sessions.find(isLive);
    if (live) return live;
    // Before the expiry: a page continues its transfers if its session has expired, but not if it was ended.
    if (sessions.some(({ endedAt }) => endedAt)) throw revokedSession();
    // A session that signed out all others is itself older than that. Those that it ended have `endedAt`.
    if (sessions.length > 0) throw expiredSession();
    const { elsewhereValidAfter } = stored ?? {};
    if (elsewhereValidAfter && signedInAt <= elsewhereValidAfter) throw revokedSession();
    if (isExpired) throw expiredSession();
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
   * with a later sign-in continues: a request with its previous cookie may still be under way.
   */
  const endRevoked = async (session: SessionRecord, error: unknown) => {
    if (!(error instanceof ServiceError) || error.reason !== 'revoked-session') return;
    const account = await provider.findAccount(session.uid);
    const { validAfter } = account ?? {};
    if (account && !(validAfter && session.signedInAt < validAfter)) return;
    await store.endAsRead(session, 'revoked', now());
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

  return {
    authenticate,
    /** How long a result may be used again, here and by the caller. */
    freshForMs: ({ freshUntil }: Authenticated) =>
      Math.max(0, freshUntil.getTime() - now().getTime()),
    /** Drops cached results of a user on this process. */
    forget,
    admit,
    sessionOfSignIn,
    isLive,
  };
};
