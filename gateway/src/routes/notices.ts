import { onBehalfOf } from '@tandem/kit/grpc';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import { cancelNoticeRequest, subscribeNoticeRequest } from '@tandem/proto/browser/http/notices';
import { shareParams } from '@tandem/proto/browser/http/shares';
import { success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** Notices through the push service of a browser. */
export const noticeRoutes = ({ services: { shares } }: Pick<RouteDeps, 'services'>): Route[] => [
  route({
    method: 'post',
    path: '/api/shares/:id/notices',
    summary: "Notify a recipient's browser when the sender is back, or the owner's of deliveries.",
    access: 'optional',
    limit: 'report',
    limitPer: 'id',
    params: shareParams,
    body: subscribeNoticeRequest,
    response: { status: 201, schema: done },
    handle: async ({ params, body, caller, client }): Promise<Done> => {
      const { grant = '', endpoint, keys } = body;
      const request = { shareId: params.id, grant, endpoint, ...keys, client };
      await shares.subscribeNotice(request, onBehalfOf(caller));
      return success;
    },
  }),
  route({
    method: 'post',
    path: '/api/shares/:id/notices/cancel',
    summary: 'End the notices of a share to a browser, which its endpoint identifies.',
    access: 'public',
    limit: 'report',
    limitPer: 'id',
    params: shareParams,
    body: cancelNoticeRequest,
    response: { status: 200, schema: done },
    handle: async ({ params, body }): Promise<Done> => {
      await shares.cancelNotice({ shareId: params.id, endpoint: body.endpoint });
      return success;
    },
  }),
];
