import type { CookieOptions, Request } from 'express';
import { ServiceError } from '@tandem/kit';
import type { AuthenticateRequest, User } from '@tandem/proto/tandem/identity/v1/identity';
import type { Config } from './config.js';

/**
 * Three ways of authority (design, section 3): a bearer ID token, an ID token in the body, the session
 * cookie. What is named explicitly wins over the cookie that a browser attaches by itself.
 */
type Credential = NonNullable<AuthenticateRequest['credential']>;

/** Firebase's tokens are about 1 KiB; a custom claim may add another. */
const maxTokenLength = 4096;

export const unauthenticated = (): ServiceError =>
  new ServiceError('unauthenticated', 'not-signed-in', 'You must be signed in.');

export const forbidden = (): ServiceError =>
  new ServiceError('permission-denied', 'foreign-user', 'You may only ask for your own data.');

const invalidToken = () =>
  new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.');

const schemeValue = (request: Request, scheme: string): string | undefined => {
  const [name, value, ...rest] = (request.get('authorization') ?? '').split(' ');
  if (name?.toLowerCase() !== scheme) return undefined;
  if (!value || rest.length > 0 || value.length > maxTokenLength) throw invalidToken();
  return value;
};

/** A share's grant in `Authorization: Grant …`; never authority over an account. */
export const grantOf = (request: Request): string | undefined => schemeValue(request, 'grant');

export const bearerOf = (request: Request): string | undefined => schemeValue(request, 'bearer');

const tokenInBody = (request: Request): string | undefined => {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || !('idToken' in body)) return undefined;
  const { idToken } = body;
  if (typeof idToken !== 'string' || idToken === '') return undefined;
  if (idToken.length > maxTokenLength) throw invalidToken();
  return idToken;
};

export const sessionCookieName = (config: Pick<Config, 'isHttps'>): string =>
  config.isHttps ? '__Host-session' : 'session';

const cookieValue = (request: Request, name: string): string | undefined => {
  for (const pair of (request.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value && value.length <= maxTokenLength) return value;
  }
  return undefined;
};

/** `__Host-` demands Secure, Path=/ and no Domain; all of it holds for the plain name as well. */
export const sessionCookieOptions = (
  config: Pick<Config, 'isHttps'>,
  expires?: Date,
): CookieOptions => ({
  httpOnly: true,
  secure: config.isHttps,
  sameSite: 'lax',
  path: '/',
  ...(expires && { expires }),
});

export const credentialOf = (request: Request, cookieName: string): Credential | undefined => {
  const idToken = bearerOf(request) ?? tokenInBody(request);
  if (idToken) return { $case: 'idToken', value: idToken };
  const cookie = cookieValue(request, cookieName);
  return cookie ? { $case: 'sessionCookie', value: cookie } : undefined;
};

export type Access = 'public' | 'optional' | 'user' | 'admin';

/** Verified by identity; every authority over an account comes from here. */
export type Caller = User;

export type Authenticate = (request: AuthenticateRequest) => Promise<User>;

/**
 * Who is calling, as far as the route wants to know. An expired cookie makes a visitor where visitors
 * are welcome: it must not lock a recipient out of a share.
 */
export const identifyCaller = async (
  request: Request,
  access: Access,
  cookieName: string,
  authenticate: Authenticate,
): Promise<Caller | undefined> => {
  if (access === 'public') return undefined;
  const credential = credentialOf(request, cookieName);
  if (!credential) {
    if (access === 'optional') return undefined;
    throw unauthenticated();
  }
  let caller: Caller;
  try {
    caller = await authenticate({ credential });
  } catch (error) {
    const isStaleCookie =
      credential.$case === 'sessionCookie' &&
      error instanceof ServiceError &&
      error.code === 'unauthenticated';
    if (access === 'optional' && isStaleCookie) return undefined;
    throw error;
  }
  if (access === 'admin' && !caller.isAdmin) {
    throw new ServiceError('permission-denied', 'not-an-admin', 'Only admins may do this.');
  }
  return caller;
};

/** The user a `userId` parameter means: the caller, or anybody when an admin asks. */
export const subjectUid = (caller: Caller, userId: string | undefined): string => {
  if (userId !== undefined && userId !== caller.uid && !caller.isAdmin) throw forbidden();
  return userId ?? caller.uid;
};
