import { coarseNetwork, ServiceError } from '@tandem/kit';
import { onBehalfOf } from '@tandem/kit/grpc';
import {
  turnCredentials,
  turnQuery,
  type IceServer,
  type TurnCredentials,
} from '@tandem/proto/browser/http/turn';
import { grantOf, type Caller } from '../auth.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** Relay credentials for the owner of an active share and for holders of a grant; others get STUN servers only. */
export const turnRoutes = ({
  services: { turn, shares },
  config,
}: Pick<RouteDeps, 'services' | 'config'>): Route[] => {
  const isLiveShareOf = async (owner: Caller, shareId: string): Promise<boolean> => {
    try {
      const { isActive, ownerUid } = await shares.getShareInfo({ shareId });
      return isActive && ownerUid === owner.uid;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') return false;
      throw error;
    }
  };

  return [
    route({
      method: 'get',
      path: '/api/turn-credentials',
      summary: 'ICE servers for a participant of an active share.',
      access: 'optional',
      limit: 'read',
      query: turnQuery,
      response: { status: 200, schema: turnCredentials },
      handle: async ({ caller, query, client, request }): Promise<TurnCredentials> => {
        const stunOnly: TurnCredentials = { iceServers: [{ urls: config.STUN_URLS }] };
        const grant = grantOf(request);
        const shareId = query.share ?? '';
        // A grant and its share are verified by the service.
        const isOwner = async () =>
          caller !== undefined && shareId !== '' && (await isLiveShareOf(caller, shareId));
        if (!grant && !(await isOwner())) return stunOnly;
        const { iceServers } = await turn.issueCredentials(
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
};
