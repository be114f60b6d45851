import { freshTokenMs } from '@tandem/proto/browser/limits';
import type { User } from 'firebase/auth';
import { apiOrigin, apiUrl } from '../paths.js';
import { traceHeader } from '../http/traceparent.js';

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
 * Exchanges the ID token for the HttpOnly session cookie that all other calls are authorised by.
 * A failure is only logged: the next token refresh tries again, and calls report their own errors.
 */
export const syncSessionCookie = async (user: User): Promise<void> => {
  if (!isAllowed()) return;
  try {
    const response = await fetch(apiUrl('/session'), {
      method: 'POST',
      credentials: 'include',
      headers: { authorization: `Bearer ${await freshToken(user)}`, ...traceHeader() },
    });
    if (!response.ok) console.warn(`the session could not be opened (${response.status})`);
  } catch {
    console.warn('the session could not be opened');
  }
};

/**
 * Clears the cookie. Like the exchange it names its user by a fresh token; without one (the identity provider is
 * away, or nobody is known) the cookie goes all the same: signing out must not depend on a third party.
 */
export const clearSessionCookie = async (user: User | null): Promise<void> => {
  if (!isAllowed()) return;
  const token = user && (await freshToken(user).catch(() => null));
  await fetch(apiUrl('/session'), {
    method: 'DELETE',
    credentials: 'include',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...traceHeader() },
  });
};
