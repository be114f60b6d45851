import { ServiceError } from '@tandem/kit';
import { expectedAccountHeader, expectedAccountQuery } from '@tandem/proto/browser/headers';
import { recentSignInMs } from '@tandem/proto/browser/limits';
import type {
  Authentication,
  AuthenticateRequest,
  User,
} from '@tandem/proto/tandem/identity/v1/identity';
import type { CookieOptions, Request } from 'express';
import type { Config } from './config.js';
import { cookiesOf } from './http/cookies.js';

/**
 * Three kinds of credential: a bearer ID token, an ID token in the body, the session cookie. An explicit token takes
 * precedence over the cookie, which browsers attach to every request.
 */
type Credential = NonNullable<AuthenticateRequest['credential']>;

/** Firebase ID tokens have about 1 KiB, plus up to 1,000 bytes of custom claims. */
const maxTokenLength = 4096;

export const unauthenticated = (message = 'You must be signed in.'): ServiceError =>
  new ServiceError('unauthenticated', 'not-signed-in', message);

export const forbidden = (): ServiceError =>
  new ServiceError('permission-denied', 'foreign-user', 'You can only access your own data.');

const invalidToken = () => new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.');

const schemeValue = (request: Request, scheme: string): string | undefined => {
  const [name, value, ...rest] = (request.get('authorization') ?? '').split(' ');
  if (name?.toLowerCase() !== scheme) return undefined;
  if (!value || rest.length > 0 || value.length > maxTokenLength) throw invalidToken();
  return value;
};

/** Share grant from `Authorization: Grant …`; it never authenticates a user. */
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

/** The `__Host-` prefix of its name requires Secure, Path=/ and no Domain. */
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

export const sessionCookieOf = (request: Request, cookieName: string): string | undefined => {
  const cookie = cookiesOf(request)[cookieName];
  return cookie && cookie.length <= maxTokenLength ? cookie : undefined;
};

export const credentialOf = (request: Request, cookieName: string): Credential | undefined => {
  const idToken = bearerOf(request) ?? tokenInBody(request);
  if (idToken) return { $case: 'idToken', value: idToken };
  const cookie = sessionCookieOf(request, cookieName);
  return cookie ? { $case: 'sessionCookie', value: cookie } : undefined;
};

export type Access = 'public' | 'optional' | 'user' | 'admin';

/** The authenticated user, verified by identity, with the assertion that proves it to the services. */
export type Caller = User & Pick<Authentication, 'assertion' | 'sessionId' | 'signedInAt'>;

export type Authenticate = (request: AuthenticateRequest) => Promise<Authentication>;

const callerOf = ({ user, ...session }: Authentication): Caller => {
  if (!user) throw new Error('identity authenticated no user');
  return { ...user, ...session };
};

/** Refuses a call of a page that shows another account than the caller's. */
const requireExpectedAccount = (request: Request, { uid }: Caller): void => {
  const expected = [request.get(expectedAccountHeader), request.query[expectedAccountQuery]];
  if (expected.every((account) => account === undefined || account === uid)) return;
  throw new ServiceError(
    'conflict',
    'other-account',
    'This browser is now signed in to another account, so nothing was done. Reload the page.',
  );
};

/**
 * Authenticates the caller as the route requires. On a route that admits visitors, a caller with an expired cookie
 * counts as one: the cookie must not lock a recipient out of a share.
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
    caller = callerOf(await authenticate({ credential }));
  } catch (error) {
    const isStaleCookie =
      credential.$case === 'sessionCookie' &&
      error instanceof ServiceError &&
      error.code === 'unauthenticated';
    if (access === 'optional' && isStaleCookie) return undefined;
    throw error;
  }
  requireExpectedAccount(request, caller);
  if (access === 'admin' && !caller.isAdmin) {
    throw new ServiceError('permission-denied', 'not-an-admin', 'Admin access is required.');
  }
  return caller;
};

/** Refuses a caller whose last sign-in is too old for the call: a stolen session must not suffice for it. */
export const requireRecentSignIn = (caller: Caller | undefined): void => {
  const signedInAt = caller?.signedInAt;
  if (signedInAt && Date.now() - signedInAt.getTime() <= recentSignInMs) return;
  throw new ServiceError(
    'unauthenticated',
    'recent-sign-in-required',
    'Please confirm your password to continue.',
  );
};
