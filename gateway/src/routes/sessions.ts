import { onBehalfOf } from '@tandem/kit/grpc';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import {
  openSessionParams,
  openSessions,
  type OpenSession,
} from '@tandem/proto/browser/http/session';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import { sessionCookieOptions } from '../auth.js';
import { iso, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** The caller's own sessions. Not even admins can list those of another user. */
export const sessionListRoutes = ({
  services: { identity },
  config,
  security,
}: Pick<RouteDeps, 'services' | 'config' | 'security'>): Route[] => [
  route({
    method: 'get',
    path: '/api/sessions',
    summary: "The user's open sessions, last used first.",
    access: 'user',
    limit: 'read',
    response: { status: 200, schema: openSessions },
    handle: async ({ caller }): Promise<OpenSession[]> => {
      const { sessions } = await identity.listSessions({}, onBehalfOf(caller));
      const current = sessions.find(({ id }) => id === caller.sessionId);
      return sessions.map((session) => ({
        id: session.id,
        device: session.device,
        createdAt: iso(session.createdAt),
        lastUsedAt: iso(session.lastUsedAt),
        isCurrent: session === current,
        isSameNetwork: current ? session.network === current.network : null,
      }));
    },
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:sessionId',
    criticality: 'high',
    summary: "End one of the user's sessions.",
    access: 'user',
    limit: 'write',
    params: openSessionParams,
    response: { status: 200, schema: done },
    handle: async ({ params: { sessionId }, caller, response }): Promise<Done> => {
      await identity.endUserSession({ sessionId }, onBehalfOf(caller));
      security.record('session_ended', { action: 'elsewhere' });
      if (sessionId === caller.sessionId) {
        response.clearCookie(sessionCookieName(config.isHttps), sessionCookieOptions(config));
      }
      return success;
    },
  }),
  route({
    method: 'delete',
    path: '/api/sessions',
    criticality: 'high',
    summary: 'End every session of the user but the current one.',
    access: 'user',
    limit: 'write',
    response: { status: 200, schema: done },
    handle: async ({ caller }): Promise<Done> => {
      await identity.endOtherSessions({}, onBehalfOf(caller));
      security.record('session_ended', { action: 'everywhere-else' });
      return success;
    },
  }),
];
