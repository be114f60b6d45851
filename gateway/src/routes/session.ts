import { ServiceError } from '@tandem/kit';
import { onBehalfOf } from '@tandem/kit/grpc';
import { done, tokenBody, type Done } from '@tandem/proto/browser/http/fields';
import { endSessionQuery, session, type Session } from '@tandem/proto/browser/http/session';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import type { AuthenticateRequest } from '@tandem/proto/tandem/identity/v1/identity';
import type { Request } from 'express';
import {
  bearerOf,
  credentialOf,
  identifyCaller,
  sessionCookieOf,
  sessionCookieOptions,
  unauthenticated,
} from '../auth.js';
import { iso, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** Exchanges a fresh ID token for an HttpOnly session cookie (the "token-sync" target). */
export const sessionRoutes = ({
  services,
  config,
  security,
}: Pick<RouteDeps, 'services' | 'config' | 'security'>): Route[] => {
  const cookieName = sessionCookieName(config.isHttps);
  const authenticate = services.identity.authenticate.bind(services.identity);

  /** The cookie names the session exactly; a token only names its sign-in. */
  const end = async (request: Request): Promise<void> => {
    const cookie = sessionCookieOf(request, cookieName);
    const credential: AuthenticateRequest['credential'] =
      cookie === undefined
        ? credentialOf(request, cookieName)
        : { $case: 'sessionCookie', value: cookie };
    if (!credential) return;
    try {
      await services.identity.endSession({ credential });
      security.record('session_ended', { action: 'sign-out' });
    } catch (error) {
      // An invalid or expired token has no session to end.
      if (!(error instanceof ServiceError) || error.code !== 'unauthenticated') throw error;
    }
  };

  return [
    route({
      method: 'post',
      path: '/api/session',
      summary: 'Exchange an ID token, at most five minutes old, for a session cookie.',
      access: 'public',
      limit: 'session',
      body: tokenBody,
      response: { status: 200, schema: session },
      handle: async ({ body, client, request, response }): Promise<Session> => {
        const idToken = bearerOf(request) ?? body.idToken;
        if (!idToken) throw unauthenticated();
        const { cookie, expiresAt, user } = await services.identity.createSession({
          idToken,
          sessionCookie: sessionCookieOf(request, cookieName) ?? '',
          ...client,
        });
        if (!user) throw new Error('identity returned a session without a user');
        security.record('authn_login_success');
        response.cookie(cookieName, cookie, sessionCookieOptions(config, expiresAt));
        return {
          user: {
            uid: user.uid,
            email: user.email,
            displayName: user.displayName,
            photoURL: user.photoUrl || null,
            firstName: user.firstName,
            lastName: user.lastName,
            isAdmin: user.isAdmin,
          },
          expiresAt: iso(expiresAt),
        };
      },
    }),
    route({
      method: 'delete',
      path: '/api/session',
      criticality: 'high',
      summary: 'Sign out: end the session. With everywhere=true end all sessions of the caller.',
      access: 'public',
      limit: 'signOut',
      query: endSessionQuery,
      response: { status: 200, schema: done },
      handle: async ({ query, request, response }): Promise<Done> => {
        if (query.everywhere === 'true') {
          const caller = await identifyCaller(request, 'user', cookieName, authenticate);
          await services.identity.revokeSessions({}, onBehalfOf(caller));
          security.record('session_ended', { action: 'everywhere' });
        } else {
          await end(request);
        }
        response.clearCookie(cookieName, sessionCookieOptions(config));
        return success;
      },
    }),
  ];
};
