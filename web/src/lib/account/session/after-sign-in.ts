import type { ProblemReason } from '@tandem/proto/browser/reasons';
import { ApiError } from '../../http/http.js';
import { checkSession, getSession, subscribeToSession, type SessionState } from '../session.js';

/** The session was not revoked: another sign-in or a new cookie opens it again. */
const refusalsForNow: ReadonlySet<string | undefined> = new Set([
  'expired-session',
  'expired-token',
  'not-signed-in',
] satisfies ProblemReason[]);

const isRefusedForNow = (error: unknown): boolean =>
  error instanceof ApiError && refusalsForNow.has(error.failure.reason);

/** Resolves with false when the page no longer belongs to this user. */
const isOpenAgain = (uid: string, before: SessionState): Promise<boolean> =>
  new Promise((resolve) => {
    const check = (): void => {
      const session = getSession();
      if (session === before) return;
      const isSame = session.status === 'user' && session.user.uid === uid;
      if (isSame && session.hasExpired === true) return;
      unsubscribe();
      resolve(isSame);
    };
    const unsubscribe = subscribeToSession(check);
    check();
  });

/**
 * Repeats a call of the signed-in user that was refused because the session had expired, once the same user has signed
 * in again. Only for idempotent calls of a page that stays open then (`keepExpiredWhile`).
 *
 * @throws what the last attempt threw.
 */
export const retryAfterSignIn = async <Answer>(attempt: () => Promise<Answer>): Promise<Answer> => {
  const before = getSession();
  try {
    return await attempt();
  } catch (error) {
    if (before.status !== 'user' || !isRefusedForNow(error)) throw error;
    void checkSession();
    if (!(await isOpenAgain(before.user.uid, before))) throw error;
    return retryAfterSignIn(attempt);
  }
};
