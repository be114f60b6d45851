import { onBehalfOf } from '@tandem/kit/grpc';
import { totalHeader } from '@tandem/proto/browser/headers';
import {
  adminUserParams,
  adminUsers,
  listUsersQuery,
  setSubscriptionAnswer,
  setSubscriptionRequest,
  type AdminUser,
  type SetSubscriptionAnswer,
} from '@tandem/proto/browser/http/admin';
import { shownPlanQuery } from '@tandem/proto/browser/http/billing';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import { maxRows } from '@tandem/proto/browser/limits';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import type { Caller } from '../../auth.js';
import type { Services } from '../../clients.js';
import { iso, success } from '../../response-fields.js';
import { route, type Route } from '../../route.js';
import { adminRead, type AdminDeps } from './admin-read.js';

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

/** The users, and what admins change for one: the plan, the open sessions. */
export const adminUserRoutes = ({ services, adminLog }: AdminDeps): Route[] => [
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
