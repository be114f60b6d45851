import { done, tokenBody, type Done } from '@tandem/proto/browser/http/fields';
import { endSessionQuery, session, type Session } from '@tandem/proto/browser/http/session';
import { onBehalfOf } from '@tandem/kit/grpc';
import {
  bearerOf,
  credentialOf,
  sessionCookieName,
  sessionCookieOptions,
  unauthenticated,
} from '../auth.js';
import type { Services } from '../clients.js';
import type { Config } from '../config.js';
import { route, type Route } from '../route.js';
import { iso, success } from '../answers.js';

/** Exchanges a fresh ID token for an HttpOnly session cookie (the "token-sync" target). */
export const sessionRoutes = (services: Services, config: Config): Route[] => {
  const cookieName = sessionCookieName(config);
  return [
    route({
      method: 'post',
      path: '/api/session',
      summary: 'Exchange an ID token, at most five minutes old, for a session cookie.',
      access: 'public',
      limit: 'session',
      body: tokenBody,
      answer: { status: 200, schema: session },
      handle: async ({ body, request, response }): Promise<Session> => {
        const idToken = bearerOf(request) ?? body.idToken;
        if (!idToken) throw unauthenticated();
        const { cookie, expiresAt, user } = await services.identity.createSession({ idToken });
        if (!user) throw new Error('identity answered a session without a user');
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
      summary: 'Clear the session cookie; with everywhere=true revoke all sessions of the caller.',
      access: 'public',
      limit: 'session',
      query: endSessionQuery,
      answer: { status: 200, schema: done },
      handle: async ({ query, request, response }): Promise<Done> => {
        if (query.everywhere === 'true') {
          const credential = credentialOf(request, cookieName);
          if (!credential) throw unauthenticated();
          const user = await services.identity.authenticate({ credential });
          await services.identity.revokeSessions({}, onBehalfOf(user));
        }
        response.clearCookie(cookieName, sessionCookieOptions(config));
        return success;
      },
    }),
  ];
};
