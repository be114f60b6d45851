import { z } from 'zod';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import type { Services } from '../clients.js';
import { route, type Route, type RouteShape } from '../route.js';
import { before, countIn, iso, isoDate, subscriptionStatus, uid } from '../schemas.js';

const adminRead = {
  method: 'get',
  access: 'admin',
  limit: 'read',
  caching: 'revalidate',
} as const satisfies Partial<RouteShape>;

const connectionType = z.enum(['turn', 'stun', 'direct', 'unknown']);

const transferAnswer = z.strictObject({
  id: z.string(),
  connectionType,
  /** Null for a visitor. */
  userEmail: z.string().nullable(),
  bytesTransferred: z.number(),
  transferDuration: z.number(),
  createdAt: isoDate,
});

const adminUser = z.strictObject({
  id: uid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isAdmin: z.boolean(),
  createdAt: isoDate,
  subscriptionStatus,
  sharesUsedThisMonth: z.number(),
});

const maxUsers = 500;

/** Plans and usage of a whole page in one call each, never one per row. */
const presentUsers = async ({ billing, shares }: Services, users: readonly User[]) => {
  const uids = users.map((user) => user.uid);
  if (uids.length === 0) return [];
  const [{ plans }, { usages }] = await Promise.all([
    billing.batchGetPlans({ uids }),
    shares.batchGetUsage({ ownerUids: uids }),
  ]);
  const statusOf = new Map(plans.map((plan) => [plan.uid, plan.subscriptionStatus]));
  const usedBy = new Map(usages.map((usage) => [usage.ownerUid, usage.sharesUsedThisMonth]));
  return users.map((user) => ({
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

const statsRoutes = ({ analytics }: Services): Route[] => [
  route({
    ...adminRead,
    path: '/api/admin/turn-vs-stun-stats',
    summary: 'Transfers by connection type.',
    answer: {
      status: 200,
      schema: z.array(
        z.strictObject({ connectionType, count: z.number(), totalBytes: z.number() }),
      ),
    },
    handle: async () => (await analytics.getConnectionStats({})).stats,
  }),
  route({
    ...adminRead,
    path: '/api/admin/user-analytics',
    summary: 'Users, plans and the most active senders.',
    answer: {
      status: 200,
      schema: z.strictObject({
        totalUsers: z.number(),
        activeUsers7d: z.number(),
        subscriptionStats: z.array(z.strictObject({ status: z.string(), count: z.number() })),
        topUsers: z.array(
          z.strictObject({
            userId: z.string(),
            name: z.string(),
            email: z.string(),
            sharesCount: z.number(),
          }),
        ),
      }),
    },
    handle: () => analytics.getUserAnalytics({}),
  }),
  route({
    ...adminRead,
    path: '/api/admin/cost-insights',
    summary: 'What relaying costs.',
    answer: {
      status: 200,
      schema: z.strictObject({
        totalTransfers: z.number(),
        totalBytesTransferred: z.number(),
        turnTransfers: z.number(),
        turnBytes: z.number(),
        turnPercentage: z.number(),
        stunTransfers: z.number(),
        stunBytes: z.number(),
        stunPercentage: z.number(),
        estimatedTurnCost: z.number(),
        costNotes: z.array(z.string()),
      }),
    },
    handle: () => analytics.getCostInsights({}),
  }),
  route({
    ...adminRead,
    path: '/api/admin/recent-transfers',
    summary: 'The newest transfers.',
    query: z.strictObject({ limit: countIn(100).optional() }),
    answer: { status: 200, schema: z.array(transferAnswer) },
    handle: async ({ query }) => {
      const { transfers } = await analytics.listRecentTransfers({ limit: query.limit ?? 20 });
      return transfers.map((transfer) => ({
        id: transfer.id,
        connectionType: transfer.connectionType,
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
    summary: 'Transfers a day, newest last.',
    query: z.strictObject({ days: countIn(365).optional() }),
    answer: {
      status: 200,
      schema: z.array(
        z.strictObject({ day: z.iso.date(), count: z.number(), totalBytes: z.number() }),
      ),
    },
    handle: async ({ query }) =>
      (await analytics.getTransfersByDay({ days: query.days ?? 30 })).days,
  }),
];

/** The admin's pages. A bearer token or the cookie, and always the admin claim. */
export const adminRoutes = (services: Services): Route[] => [
  ...statsRoutes(services),
  route({
    ...adminRead,
    path: '/api/admin/users',
    summary: 'Users with plan and usage, newest first.',
    query: z.strictObject({ limit: countIn(maxUsers).optional(), before: before.optional() }),
    answer: { status: 200, schema: z.array(adminUser) },
    handle: async ({ query }) => {
      const { users } = await services.identity.listUsers({
        limit: query.limit ?? maxUsers,
        before: query.before,
      });
      return presentUsers(services, users);
    },
  }),
  route({
    method: 'put',
    path: '/api/admin/users/:userId/subscription',
    summary: "Set a user's plan.",
    access: 'admin',
    limit: 'write',
    params: z.strictObject({ userId: uid }),
    body: z.strictObject({ subscriptionStatus }),
    answer: { status: 200, schema: z.strictObject({ userId: uid, subscriptionStatus }) },
    handle: async ({ params, body, caller }) => {
      // Refuses ids that nobody has, before anything is stored under them.
      await services.identity.getUser({ uid: params.userId });
      const plan = await services.billing.setPlan({
        uid: params.userId,
        subscriptionStatus: body.subscriptionStatus,
        actorUid: caller.uid,
      });
      return { userId: params.userId, subscriptionStatus: plan.subscriptionStatus };
    },
  }),
];
