import {
  turnCredentials,
  type IceServer,
  type TurnCredentials,
} from '@tandem/proto/browser/http/turn';
import { onBehalfOf } from '@tandem/kit/grpc';
import { grantOf } from '../auth.js';
import type { Services } from '../clients.js';
import type { Config } from '../config.js';
import { route, type Route } from '../route.js';

/** Relay credentials for users and holders of a grant; all other callers get STUN servers only. */
export const turnRoutes = ({ turn }: Services, config: Config): Route[] => [
  route({
    method: 'get',
    path: '/api/turn-credentials',
    summary: 'ICE servers for a participant.',
    access: 'optional',
    limit: 'read',
    answer: { status: 200, schema: turnCredentials },
    handle: async ({ caller, request }): Promise<TurnCredentials> => {
      const grant = grantOf(request);
      if (!caller && !grant) return { iceServers: [{ urls: config.STUN_URLS }] };
      const { iceServers } = await turn.issueCredentials(
        { grant: grant ?? '' },
        onBehalfOf(caller),
      );
      return {
        iceServers: iceServers.map(({ urls, username, credential }): IceServer => ({
          urls,
          username,
          credential,
        })),
      };
    },
  }),
];
