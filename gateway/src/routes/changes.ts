import { yieldPlaceWhile } from '@tandem/kit';
import { changesPath } from '@tandem/proto/browser/changes';
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
    response: { status: 200, type: 'text/event-stream' },
    // Streams last for hours and have a limit of their own.
    handle: ({ caller, response }) => yieldPlaceWhile(async () => streams.open(caller, response)),
  }),
];
