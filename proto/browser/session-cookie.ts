/**
 * Name of the session cookie. Over https it has the prefix `__Host-`, with which browsers accept it only from this host
 * over https: no sibling host and no plain connection can replace it. So a cookie of the other name must be ignored.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2
 */
export const sessionCookieName = (isHttps: boolean): string =>
  isHttps ? '__Host-session' : 'session';
