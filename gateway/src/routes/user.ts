import { onBehalfOf } from '@tandem/kit/grpc';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import {
  adminLogQuery,
  ownAdminLog,
  type OwnAdminLogEntry,
} from '@tandem/proto/browser/http/admin';
import { done, userQuery, type Done } from '@tandem/proto/browser/http/fields';
import { userRecord, type UserRecord } from '@tandem/proto/browser/http/user';
import { maxRows } from '@tandem/proto/browser/limits';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import { sessionCookieOptions } from '../auth.js';
import { iso, isoOrNull, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** The caller's record: name from identity, plan from billing, usage from shares. */
export const userRoutes = ({
  services,
  config,
  adminLog,
  security,
}: Omit<RouteDeps, 'streams'>): Route[] => [
  route({
    method: 'get',
    path: '/api/user/admin-actions',
    summary:
      "What admins did with the user's account, and when they looked at its data; newest first.",
    access: 'user',
    limit: 'read',
    query: adminLogQuery,
    response: { status: 200, schema: ownAdminLog },
    handle: async ({ query, caller }): Promise<OwnAdminLogEntry[]> => {
      const { limit = maxRows.adminActions, before, beforeId = '' } = query;
      const request = { limit, before, beforeId };
      const { actions } = await services.identity.listAdminActionsAbout(
        request,
        onBehalfOf(caller),
      );
      return actions.map(({ id, at, action }) => ({
        id,
        at: iso(at),
        action: action as AdminAction,
      }));
    },
  }),
  route({
    method: 'get',
    path: '/api/user',
    summary: "The user's plan and usage.",
    access: 'user',
    limit: 'read',
    caching: 'validate',
    query: userQuery,
    response: { status: 200, schema: userRecord },
    handle: async ({ query, caller }): Promise<UserRecord> => {
      const ownerUid = await adminLog.subjectUid(caller, query.userId, 'record-viewed');
      const [user, plan, usage] = await Promise.all([
        ownerUid === caller.uid
          ? caller
          : services.identity.getUser({ uid: ownerUid }, onBehalfOf(caller)),
        services.billing.getPlan({ uid: ownerUid }, onBehalfOf(caller)),
        services.shares.getUsage({ ownerUid }, onBehalfOf(caller)),
      ]);
      return {
        id: user.uid,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        isAdmin: user.isAdmin,
        createdAt: iso(user.createdAt),
        subscriptionStatus: plan.subscriptionStatus as SubscriptionStatus,
        sharesUsedThisMonth: usage.sharesUsedThisMonth,
        monthlyLimit: usage.monthlyLimit < 0 ? null : usage.monthlyLimit,
        activeShares: usage.activeShares,
        expiredShares: usage.expiredShares,
        currentPeriodEnd: isoOrNull(plan.currentPeriodEnd),
        isPastDue: plan.isPastDue,
        // The invoice page names the customer and needs no sign-in, so admins must not get its address.
        invoiceUrl: ownerUid === caller.uid && plan.invoiceUrl !== '' ? plan.invoiceUrl : null,
        isPaymentProcessing: plan.isPaymentProcessing,
      };
    },
  }),
  route({
    method: 'delete',
    path: '/api/user',
    criticality: 'high',
    summary: 'Delete the account and its data in every service.',
    access: 'user',
    needsRecentSignIn: true,
    limit: 'write',
    query: userQuery,
    response: { status: 200, schema: done },
    handle: async ({ query, caller, response }): Promise<Done> => {
      const doomed = await adminLog.subjectUid(caller, query.userId, 'account-deleted');
      await services.identity.deleteUser({ uid: doomed }, onBehalfOf(caller));
      security.record('sensitive_delete', { action: 'account-deleted' });
      if (doomed === caller.uid) {
        response.clearCookie(sessionCookieName(config.isHttps), sessionCookieOptions(config));
      }
      return success;
    },
  }),
];
