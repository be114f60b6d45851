import { yieldPlaceWhile } from '@tandem/kit';
import { changesPath } from '@tandem/proto/browser/changes';
import { changesQuery } from '@tandem/proto/browser/http/expected-account';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

export const changeRoutes = ({ streams }: Pick<RouteDeps, 'streams'>): Route[] => [
  route({
    method: 'get',
    path: changesPath,
    summary:
      'Server-sent events that name what has changed for the user: `event: change` with `shares`, `audit`, `plan` or, ' +
      'for admins, `admin`. `event: beat` every 20 s.',
    access: 'user',
    limit: 'read',
    query: changesQuery,
    response: { status: 200, type: 'text/event-stream' },
    handle: async ({ caller, request, response }) => {
      // Nothing would end the response to a HEAD request.
      if (request.method === 'HEAD') response.type('text/event-stream').end();
      // Streams last for hours and have a limit of their own.
      else await yieldPlaceWhile(async () => streams.open(caller, response));
    },
  }),
];
