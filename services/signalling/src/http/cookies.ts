import { parseCookie } from 'cookie';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';

/** Value of the session cookie; empty without one. */
export const sessionCookieFrom = (cookieHeader: string, isHttps: boolean): string =>
  parseCookie(cookieHeader)[sessionCookieName(isHttps)] ?? '';
