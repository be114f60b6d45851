import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import { parseCookie } from 'cookie';

/** Value of the session cookie; empty without one. */
export const sessionCookieFrom = (cookieHeader: string, isHttps: boolean): string =>
  parseCookie(cookieHeader)[sessionCookieName(isHttps)] ?? '';
