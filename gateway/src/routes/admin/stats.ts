import { onBehalfOf } from '@tandem/kit/grpc';
import {
  connectionStats,
  costInsights,
  recentTransfers,
  recentTransfersQuery,
  transferDays,
  transfersByDayQuery,
  userAnalytics,
  userCounts,
  type ConnectionStat,
  type CostInsights,
  type RecentTransfer,
  type TransferDay,
  type UserAnalytics,
  type UserCounts,
} from '@tandem/proto/browser/http/admin';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type {
  TopUser,
  UserAnalytics as UserAnalyticsReply,
} from '@tandem/proto/tandem/analytics/v1/analytics';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import { iso } from '../../response-fields.js';
import { route, type Route } from '../../route.js';
import { adminRead, type AdminDeps } from './admin-read.js';

const presentUserCounts = (reply: Omit<UserAnalyticsReply, 'topUsers'>): UserCounts => ({
  totalUsers: reply.totalUsers,
  activeUsers7d: reply.activeUsers7d,
  subscriptionStats: reply.subscriptionStats.map(({ status, count }) => ({ status, count })),
});

/**
 * Analytics stores the name and address given at registration. They are replaced by identity's current ones, except for
 * users whom identity does not have.
 */
const presentTopUser =
  (known: readonly User[]) =>
  ({ userId, name, email, sharesCount }: TopUser): UserAnalytics['topUsers'][number] => {
    const current = known.find(({ uid }) => uid === userId);
    return {
      userId,
      name: current?.displayName || name,
      email: current?.email || email,
      sharesCount,
    };
  };

/** The figures of the admin dashboard. */
export const adminStatsRoutes = ({
  services: { analytics, identity },
  adminLog,
}: AdminDeps): Route[] => [
  route({
    ...adminRead,
    path: '/api/admin/turn-vs-stun-stats',
    summary: 'Transfers by connection type.',
    response: {
      status: 200,
      schema: connectionStats,
    },
    handle: async ({ caller }) => {
      const { stats } = await analytics.getConnectionStats({}, onBehalfOf(caller));
      return stats.map((stat): ConnectionStat => ({
        connectionType: stat.connectionType as ConnectionType,
        count: stat.count,
        totalBytes: stat.totalBytes,
      }));
    },
  }),
  route({
    ...adminRead,
    path: '/api/admin/user-analytics',
    summary: 'Users, plans and the most active senders.',
    response: {
      status: 200,
      schema: userAnalytics,
    },
    handle: async ({ caller }): Promise<UserAnalytics> => {
      const reply = await analytics.getUserAnalytics({}, onBehalfOf(caller));
      const people = reply.topUsers.map(({ userId }) => userId);
      await adminLog.record(caller, 'top-users-viewed', people);
      const { users } = await identity.batchGetUsers({ uids: people }, onBehalfOf(caller));
      return {
        ...presentUserCounts(reply),
        topUsers: reply.topUsers.map(presentTopUser(users)),
      };
    },
  }),
  route({
    ...adminRead,
    path: '/api/admin/user-counts',
    summary: 'Users and plans, without the most active senders.',
    response: {
      status: 200,
      schema: userCounts,
    },
    handle: async ({ caller }) =>
      presentUserCounts(await analytics.getUserAnalytics({}, onBehalfOf(caller))),
  }),
  route({
    ...adminRead,
    path: '/api/admin/cost-insights',
    summary: 'Estimated cost of relayed transfers.',
    response: {
      status: 200,
      schema: costInsights,
    },
    handle: async ({ caller }): Promise<CostInsights> => {
      const reply = await analytics.getCostInsights({}, onBehalfOf(caller));
      return {
        totalTransfers: reply.totalTransfers,
        totalBytesTransferred: reply.totalBytesTransferred,
        turnTransfers: reply.turnTransfers,
        turnBytes: reply.turnBytes,
        turnPercentage: reply.turnPercentage,
        stunTransfers: reply.stunTransfers,
        stunBytes: reply.stunBytes,
        stunPercentage: reply.stunPercentage,
        estimatedTurnCost: reply.estimatedTurnCost,
        costNotes: reply.costNotes,
        costNoteKinds: reply.costNoteKinds,
        pricePerGb: reply.pricePerGb,
        unknownTransfers: reply.unknownTransfers,
      };
    },
  }),
  route({
    ...adminRead,
    path: '/api/admin/recent-transfers',
    summary: 'The most recent transfers.',
    query: recentTransfersQuery,
    response: { status: 200, schema: recentTransfers },
    handle: async ({ query, caller }) => {
      const limit = query.limit ?? 20;
      const { transfers } = await analytics.listRecentTransfers({ limit }, onBehalfOf(caller));
      const people = transfers.map(({ userId }) => userId);
      await adminLog.record(caller, 'transfers-listed', people);
      return transfers.map((transfer): RecentTransfer => ({
        id: transfer.id,
        connectionType: transfer.connectionType as ConnectionType,
        userEmail: transfer.userEmail || null,
        bytesTransferred: transfer.bytesTransferred,
        transferDuration: transfer.transferDurationMs,
        createdAt: iso(transfer.createdAt),
      }));
    },
  }),
  route({
    ...adminRead,
    path: '/api/admin/transfers-by-day',
    summary: 'Transfers per day, oldest first.',
    query: transfersByDayQuery,
    response: {
      status: 200,
      schema: transferDays,
    },
    handle: async ({ query, caller }) => {
      const request = { days: query.days ?? 30 };
      const { days } = await analytics.getTransfersByDay(request, onBehalfOf(caller));
      return days.map(({ day, count, totalBytes }): TransferDay => ({ day, count, totalBytes }));
    },
  }),
];
