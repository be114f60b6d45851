import { freshTokenMs } from '@tandem/proto/browser/limits';
import type { User } from 'firebase/auth';
import { apiOrigin, apiUrl } from '../paths.js';
import { ApiError, callApi } from '../http/http.js';

const isAllowed = (): boolean => {
  const target = new URL(apiUrl('/session'), window.location.href);
  const expected = apiOrigin === '' ? window.location.origin : new URL(apiOrigin).origin;
  return window.isSecureContext && target.origin === expected;
};

const freshToken = async (user: User): Promise<string> => {
  const { issuedAtTime, token } = await user.getIdTokenResult();
  const ageMs = Date.now() - Date.parse(issuedAtTime);
  return ageMs < freshTokenMs ? token : user.getIdToken(true);
};

/**
 * Exchanges the ID token for the HttpOnly session cookie that authorizes all other calls. A failure is only logged:
 * the next token refresh retries, and calls report their own errors.
 */
export const syncSessionCookie = async (user: User): Promise<void> => {
  if (!isAllowed()) return;
  try {
    await callApi('/session', {
      method: 'POST',
      authorization: `Bearer ${await freshToken(user)}`,
    });
  } catch (error) {
    console.warn('the session could not be opened', error);
  }
};

/**
 * Clears the cookie. A fresh token names the user; when the identity provider is unreachable, or no user is known,
 * the call goes without one: signing out must not depend on a third party.
 *
 * @throws ApiError when the server cannot be reached. Its refusals are ignored.
 */
export const clearSessionCookie = async (user: User | null): Promise<void> => {
  if (!isAllowed()) return;
  const token = user && (await freshToken(user).catch(() => null));
  const authorization = token === null ? undefined : `Bearer ${token}`;
  try {
    await callApi('/session', { method: 'DELETE', authorization });
  } catch (error) {
    if (error instanceof ApiError && error.failure.status > 0) return;
    throw error;
  }
};
