import { coarseNetwork } from '@tandem/kit';
import { onBehalfOf } from '@tandem/kit/grpc';
import {
  turnCredentials,
  turnQuery,
  type IceServer,
  type TurnCredentials,
} from '@tandem/proto/browser/http/turn';
import { grantOf } from '../auth.js';
import { ownShare } from '../own-share.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** Relay credentials for the owner of an active share and for holders of a grant; others get STUN servers only. */
export const turnRoutes = ({
  services,
  config,
}: Pick<RouteDeps, 'services' | 'config'>): Route[] => [
  route({
    method: 'get',
    path: '/api/turn-credentials',
    summary: 'ICE servers for a participant of an active share.',
    access: 'optional',
    limit: 'read',
    query: turnQuery,
    response: { status: 200, schema: turnCredentials },
    handle: async ({ caller, query, client, request }): Promise<TurnCredentials> => {
      // One entry each, as the service lists them; an entry without addresses makes RTCPeerConnection throw.
      const stunOnly: TurnCredentials = {
        iceServers: config.STUN_URLS.map((url) => ({ urls: [url] })),
      };
      const grant = grantOf(request);
      const shareId = query.share ?? '';
      // A grant and its share are verified by the service.
      if (!grant && !(await ownShare(services, caller, shareId))?.isActive) return stunOnly;
      const { iceServers } = await services.turn.issueCredentials(
        { grant: grant ?? '', shareId, network: coarseNetwork(client.ipAddress) },
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
