import type { User } from '@firebase/auth';
import { freshTokenMs } from '@tandem/proto/browser/limits';
import type { ProblemReason } from '@tandem/proto/browser/reasons';
import { ApiError, callApi } from '../http/http.js';
import { serverNow } from '../http/server-time.js';
import { apiOrigin, apiUrl } from '../paths.js';

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

/** `ended` by the user elsewhere, or by the operator; `expired` by the limits of a session alone. */
export type SessionAnswer = 'open' | 'expired' | 'ended';

const refusals: ReadonlyMap<string, SessionAnswer> = new Map([
  ['account-disabled', 'ended'],
  ['revoked-session', 'ended'],
  ['expired-session', 'expired'],
] satisfies [ProblemReason, SessionAnswer][]);

/**
 * Exchanges the ID token for the HttpOnly session cookie that authorizes all other calls.
 *
 * @throws ApiError when the session could not be opened, and the SDK's errors when there is no fresh token.
 */
export const syncSessionCookie = async (user: User): Promise<SessionAnswer> => {
  if (!isAllowed()) return 'open';
  try {
    await callApi('/session', {
      method: 'POST',
      authorization: `Bearer ${await freshToken(user)}`,
    });
    return 'open';
  } catch (error) {
    const reason = error instanceof ApiError ? (error.failure.reason ?? '') : '';
    const answer = refusals.get(reason);
    if (answer !== undefined) return answer;
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
