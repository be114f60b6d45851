import { parseCookie } from 'cookie';

/** Value of the session cookie; empty without one. The name depends on whether the site is served over HTTPS. */
export const sessionCookieFrom = (cookieHeader: string): string => {
  const cookies = parseCookie(cookieHeader);
  return cookies['__Host-session'] ?? cookies['session'] ?? '';
};
