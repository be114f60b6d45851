import { onBehalfOf } from '@tandem/kit/grpc';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import { transferReport, type TransferReport } from '@tandem/proto/browser/http/transfer-report';
import { success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

const pairOf = (pair: TransferReport['selectedCandidatePair']) =>
  pair
    ? {
        localAddress: pair.localAddress,
        remoteAddress: pair.remoteAddress,
        priority: pair.priority,
        state: pair.state,
      }
    : undefined;

/** Statistics of a transfer, from users and visitors. */
export const analyticsRoutes = ({
  services: { analytics },
}: Pick<RouteDeps, 'services'>): Route[] => [
  route({
    method: 'post',
    path: '/api/transfer-analytics',
    criticality: 'sheddable',
    summary: 'Record the statistics of one transfer.',
    access: 'optional',
    limit: 'report',
    body: transferReport,
    response: { status: 200, schema: done },
    handle: async ({ body, caller, client }): Promise<Done> => {
      await analytics.recordTransfer(
        {
          shareId: body.shareId,
          connectionType: body.connectionType,
          stunServersUsed: body.stunServersUsed,
          turnServersUsed: body.turnServersUsed,
          localCandidateType: body.localCandidateType,
          remoteCandidateType: body.remoteCandidateType,
          selectedCandidatePair: pairOf(body.selectedCandidatePair),
          bytesTransferred: body.bytesTransferred,
          transferDurationMs: Math.round(body.transferDuration),
          averageSpeed: body.averageSpeed,
          rttMs: body.rttMs ?? undefined,
          packetsLost: body.packetsLost,
          userAgent: body.userAgent,
          isMobile: body.isMobile,
          browserType: body.browserType,
          transferStartedAt: body.transferStartedAt,
          transferCompletedAt: body.transferCompletedAt,
          callerEmail: caller?.email ?? '',
          ipAddress: client.ipAddress,
        },
        onBehalfOf(caller),
      );
      return success;
    },
  }),
];
