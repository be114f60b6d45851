import { freshTokenMs } from '@tandem/proto/browser/limits';
import type { ProblemReason } from '@tandem/proto/browser/reasons';
import type { User } from '@firebase/auth';
import { apiOrigin, apiUrl } from '../paths.js';
import { ApiError, callApi } from '../http/http.js';
import { serverNow } from '../http/server-time.js';

const isAllowed = (): boolean => {
  const target = new URL(apiUrl('/session'), window.location.href);
  const expected = apiOrigin === '' ? window.location.origin : new URL(apiOrigin).origin;
  return window.isSecureContext && target.origin === expected;
};

const freshToken = async (user: User): Promise<string> => {
  const { issuedAtTime, token } = await user.getIdTokenResult();
  const ageMs = serverNow() - Date.parse(issuedAtTime);
  return ageMs < freshTokenMs ? token : user.getIdToken(true);
};

/** The sign-in was ended by the user elsewhere, by the operator, or by the limits of a session. */
const endedReasons: ReadonlySet<string> = new Set([
  'account-disabled',
  'expired-session',
  'revoked-session',
] satisfies ProblemReason[]);

const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && endedReasons.has(error.failure.reason ?? '');

/**
 * Exchanges the ID token for the HttpOnly session cookie that authorizes all other calls. False if the server has ended
 * the sign-in.
 *
 * @throws ApiError when the session could not be opened, and the SDK's errors when there is no fresh token.
 */
export const syncSessionCookie = async (user: User): Promise<boolean> => {
  if (!isAllowed()) return true;
  try {
    await callApi('/session', {
      method: 'POST',
      authorization: `Bearer ${await freshToken(user)}`,
    });
    return true;
  } catch (error) {
    if (isEnded(error)) return false;
    throw error;
  }
};

/**
 * Ends the session on the server and clears the cookie. While the identity provider is unreachable, the call has no
 * token: signing out must not depend on a third party.
 *
 * @throws ApiError when the server cannot be reached or has not ended the session. That it knows none (401) is ignored.
 */
export const clearSessionCookie = async (user: User | null): Promise<void> => {
  if (!isAllowed()) return;
  const token = user && (await freshToken(user).catch(() => null));
  const authorization = token === null ? undefined : `Bearer ${token}`;
  try {
    await callApi('/session', { method: 'DELETE', authorization });
  } catch (error) {
    if (error instanceof ApiError && error.failure.status === 401) return;
    throw error;
  }
};
