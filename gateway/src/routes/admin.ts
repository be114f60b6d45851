import { onBehalfOf } from '@tandem/kit/grpc';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import { totalHeader } from '@tandem/proto/browser/headers';
import {
  adminLog as adminLogSchema,
  adminLogQuery,
  adminUserParams,
  adminUsers,
  connectionStats,
  costInsights,
  listUsersQuery,
  recentTransfers,
  recentTransfersQuery,
  setSubscriptionAnswer,
  setSubscriptionRequest,
  transferDays,
  transfersByDayQuery,
  userAnalytics,
  userCounts,
  type AdminLogEntry,
  type AdminUser,
  type ConnectionStat,
  type CostInsights,
  type RecentTransfer,
  type SetSubscriptionAnswer,
  type TransferDay,
  type UserAnalytics,
  type UserCounts,
} from '@tandem/proto/browser/http/admin';
import { shownPlanQuery } from '@tandem/proto/browser/http/billing';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import { maxRows } from '@tandem/proto/browser/limits';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type {
  TopUser,
  UserAnalytics as UserAnalyticsReply,
} from '@tandem/proto/tandem/analytics/v1/analytics';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import type { Caller } from '../auth.js';
import type { Services } from '../clients.js';
import { iso, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route, type RouteShape } from '../route.js';

const adminRead = {
  method: 'get',
  criticality: 'sheddable',
  access: 'admin',
  limit: 'read',
  caching: 'revalidate',
} as const satisfies Partial<RouteShape>;

/** Reads plans and usage of the whole page in one call each. */
const presentUsers = async (
  { billing, shares }: Services,
  users: readonly User[],
  admin: Caller,
): Promise<AdminUser[]> => {
  const uids = users.map((user) => user.uid);
  if (uids.length === 0) return [];
  const [{ plans }, { usages }] = await Promise.all([
    billing.batchGetPlans({ uids }, onBehalfOf(admin)),
    shares.batchGetUsage({ ownerUids: uids }, onBehalfOf(admin)),
  ]);
  const statusOf = new Map(
    plans.map((plan) => [plan.uid, plan.subscriptionStatus as SubscriptionStatus]),
  );
  const usedBy = new Map(usages.map((usage) => [usage.ownerUid, usage.sharesUsedThisMonth]));
  return users.map((user): AdminUser => ({
    id: user.uid,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    isAdmin: user.isAdmin,
    createdAt: iso(user.createdAt),
    subscriptionStatus: statusOf.get(user.uid) ?? 'free',
    sharesUsedThisMonth: usedBy.get(user.uid) ?? 0,
  }));
};

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

type AdminDeps = Pick<RouteDeps, 'services' | 'adminLog'>;

const statsRoutes = ({ services: { analytics, identity }, adminLog }: AdminDeps): Route[] => [
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

/** The admin pages: a bearer token or the cookie, and the admin claim. */
export const adminRoutes = ({ services, adminLog }: AdminDeps): Route[] => [
  ...statsRoutes({ services, adminLog }),
  route({
    method: 'get',
    path: '/api/admin/log',
    summary: 'What admins did and which data of others they looked at, newest first.',
    access: 'admin',
    limit: 'read',
    query: adminLogQuery,
    response: { status: 200, schema: adminLogSchema },
    handle: async ({ query, caller }): Promise<AdminLogEntry[]> => {
      await adminLog.record(caller, 'admin-log-viewed', []);
      const { limit = maxRows.adminActions, before, beforeId = '' } = query;
      const request = { limit, before, beforeId };
      const { actions } = await services.identity.listAdminActions(request, onBehalfOf(caller));
      return actions.map((entry) => ({
        id: entry.id,
        at: iso(entry.at),
        actorId: entry.actorUid || null,
        action: entry.action as AdminAction,
        subjectIds: entry.subjectUids,
      }));
    },
  }),
  route({
    ...adminRead,
    path: '/api/admin/users',
    criticality: 'normal',
    summary: 'A page of the users with plan and usage; the newest first by default.',
    query: listUsersQuery,
    response: { status: 200, schema: adminUsers },
    handle: async ({ query, caller, response }) => {
      const { users, total } = await services.identity.listUsers(
        {
          limit: query.limit ?? maxRows.users,
          search: query.search ?? '',
          sort: query.sort ?? '',
          isAscending: query.order === 'asc',
          page: query.page ?? 1,
        },
        onBehalfOf(caller),
      );
      response.set(totalHeader, String(total));
      const people = users.map(({ uid }) => uid);
      await adminLog.record(caller, 'users-listed', people);
      return presentUsers(services, users, caller);
    },
  }),
  route({
    method: 'put',
    path: '/api/admin/users/:userId/subscription',
    summary: "Set a user's plan.",
    access: 'admin',
    needsRecentSignIn: true,
    limit: 'write',
    params: adminUserParams,
    query: shownPlanQuery,
    body: setSubscriptionRequest,
    response: { status: 200, schema: setSubscriptionAnswer },
    handle: async ({ params, query, body, caller }): Promise<SetSubscriptionAnswer> => {
      // Refuses unknown ids before anything is stored under them.
      await services.identity.getUser({ uid: params.userId }, onBehalfOf(caller));
      await adminLog.record(caller, 'plan-changed', [params.userId]);
      const change = { uid: params.userId, subscriptionStatus: body.subscriptionStatus };
      const plan = await services.billing.setPlan(
        { ...change, shownStatus: query.shownPlan ?? '' },
        onBehalfOf(caller),
      );
      return {
        userId: params.userId,
        subscriptionStatus: plan.subscriptionStatus as SubscriptionStatus,
      };
    },
  }),
  route({
    method: 'delete',
    path: '/api/admin/users/:userId/sessions',
    summary: 'End all sessions of a user, for example after a report of a stolen password.',
    access: 'admin',
    needsRecentSignIn: true,
    limit: 'write',
    params: adminUserParams,
    response: { status: 200, schema: done },
    handle: async ({ params: { userId }, caller }): Promise<Done> => {
      await services.identity.getUser({ uid: userId }, onBehalfOf(caller));
      await adminLog.record(caller, 'sessions-ended', [userId]);
      await services.identity.endSessionsOf({ uid: userId }, onBehalfOf(caller));
      return success;
    },
  }),
];
