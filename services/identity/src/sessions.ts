import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '@tandem/kit';
import { freshTokenMs } from '@tandem/proto/browser/limits';
import {
  disabledAccount,
  revokedSession,
  type Account,
  type Provider,
  type VerifiedToken,
} from './provider.js';
import { changedFields, hourOf, profileOf, type User } from './user.js';
import type { StoredUser, UserStore } from './user.store.js';

/**
 * Resolves tokens to users. A check costs a round trip to Firebase and a database read, so its result is
 * cached for a few seconds:
 *
 *   token ─hash─▶ cache (≤ 10 s) ─miss─▶ verify signature ─▶ account at Firebase ┐
 *                                                            user in our database ┴▶ checks ▶ record
 *
 * A revocation takes effect immediately on this process (`forget`), on others when the cached result expires.
 */
export type Credential = { kind: 'idToken' | 'sessionCookie'; value: string };

export interface Authenticated {
  user: User;
  /** Differs between the sign-ins of a user; the same for all tokens and cookies of one sign-in. */
  sessionId: string;
  signedInAt: Date;
}

export interface Sessions {
  authenticate(credential: Credential): Promise<Authenticated>;
  createSession(idToken: string): Promise<{ cookie: string; expiresAt: Date; user: User }>;
  /** Drops cached results of a user on this process. */
  forget(uid: string): void;
}

export interface SessionsOptions {
  provider: Provider;
  users: UserStore;
  onEvents: () => void;
  now?: () => Date;
}

const cacheMs = 10_000;
const cachedAnswers = 20_000;
/** Longer than any cached result is valid. */
const forgottenMs = 4 * cacheMs;

export const sessionMs = 5 * 24 * 60 * 60_000;
/** Allowed clock skew between Firebase and this process. */
const skewMs = 5_000;

interface Answer extends Authenticated {
  expiresAt: Date;
  /** Orders checks and `forget` calls of this process. */
  turn: number;
}

const sessionIdOf = ({ uid, signedInAt }: VerifiedToken): string =>
  createHash('sha256').update(`${uid}\0${signedInAt.getTime()}`).digest('base64url').slice(0, 22);

/** Tokens carry the second of the sign-in only; a sign-in in the second of a revocation counts as revoked. */
const isRevoked = (token: VerifiedToken, account: Account, stored: StoredUser | undefined) => {
  const { signedInAt } = token;
  if (account.validAfter && signedInAt < account.validAfter) return true;
  return stored?.validAfter !== undefined && signedInAt <= stored.validAfter;
};

export const createSessions = ({
  provider,
  users,
  onEvents,
  now = () => new Date(),
}: SessionsOptions): Sessions => {
  const clock = { perf: { now: () => now().getTime() }, ttlResolution: 0, max: cachedAnswers };
  const answers = new LRUCache<string, Promise<Answer>>({ ...clock, ttl: cacheMs });
  const forgotten = new LRUCache<string, number>({ ...clock, ttl: forgottenMs });
  let turn = 0;

  /** Updates the stored user; at most one write, usually none. */
  const recordSight = async (account: Account, stored: StoredUser | undefined): Promise<User> => {
    const at = now();
    const profile = profileOf(account);
    if (!stored) {
      if (await users.register(account.uid, profile, at)) {
        onEvents();
        return { uid: account.uid, ...profile, createdAt: at, lastSeenAt: at };
      }
      const raced = await users.find(account.uid);
      if (!raced || raced.isDeleted) throw revokedSession();
      return raced;
    }
    const changes = changedFields(stored, profile);
    if (stored.lastSeenHour < hourOf(at)) {
      await users.markSeen(account.uid, changes, profile, at);
      onEvents();
      return { ...stored, ...changes, lastSeenAt: at };
    }
    if (Object.keys(changes).length > 0) await users.update(account.uid, changes, profile);
    return { ...stored, ...changes };
  };

  const check = async ({ kind, value }: Credential): Promise<Answer> => {
    const begun = turn;
    const token = await (kind === 'idToken'
      ? provider.verifyIdToken(value)
      : provider.verifySessionCookie(value));
    const [account, stored] = await Promise.all([
      provider.findAccount(token.uid),
      users.find(token.uid),
    ]);
    if (!account || stored?.isDeleted) throw revokedSession();
    if (account.isDisabled) throw disabledAccount();
    if (isRevoked(token, account, stored)) throw revokedSession();
    const user = await recordSight(account, stored);
    const { signedInAt, expiresAt } = token;
    return { user, sessionId: sessionIdOf(token), signedInAt, expiresAt, turn: begun };
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
    createSession: async (idToken) => {
      const { issuedAt } = await provider.verifyIdToken(idToken);
      if (now().getTime() - issuedAt.getTime() > freshTokenMs + skewMs) {
        throw new ServiceError(
          'unauthenticated',
          'stale-token',
          'The token is too old to begin a session. Please refresh it.',
        );
      }
      const { user } = await authenticate({ kind: 'idToken', value: idToken });
      const cookie = await provider.createSessionCookie(idToken, sessionMs);
      return { cookie, expiresAt: new Date(now().getTime() + sessionMs), user };
    },
    forget: (uid) => {
      turn += 1;
      forgotten.set(uid, turn);
    },
  };
};
