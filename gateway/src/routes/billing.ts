import { onBehalfOf } from '@tandem/kit/grpc';
import {
  cancelSubscriptionAnswer,
  createSubscriptionAnswer,
  createSubscriptionRequest,
  shownPlanQuery,
  type CancelSubscriptionAnswer,
  type CreateSubscriptionAnswer,
} from '@tandem/proto/browser/http/billing';
import { tokenBody } from '@tandem/proto/browser/http/fields';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

/** Plans and payments of the caller. */
export const billingRoutes = ({ services: { billing } }: Pick<RouteDeps, 'services'>): Route[] => [
  route({
    method: 'post',
    path: '/api/create-subscription',
    summary: "Start a payment: a client secret, or status 'active' if already subscribed.",
    access: 'user',
    needsRecentSignIn: true,
    limit: 'pay',
    body: createSubscriptionRequest,
    response: { status: 200, schema: createSubscriptionAnswer },
    handle: async ({ body, caller }): Promise<CreateSubscriptionAnswer> => {
      const { status, clientSecret, amountCents } = await billing.createSubscription(
        { email: caller.email, planType: body.planType },
        onBehalfOf(caller),
      );
      // A billing service of an older release does not say the amount.
      const charge = amountCents > 0 ? { amountCents } : {};
      return status === 'active' ? { status } : { clientSecret, ...charge };
    },
  }),
  route({
    method: 'post',
    path: '/api/cancel-subscription',
    summary: 'Cancel the plan immediately, without refund.',
    access: 'user',
    signedOutMessage: 'You must be signed in to cancel subscription',
    needsRecentSignIn: true,
    limit: 'pay',
    query: shownPlanQuery,
    body: tokenBody,
    response: { status: 200, schema: cancelSubscriptionAnswer },
    handle: async ({ query, caller }): Promise<CancelSubscriptionAnswer> => {
      const plan = await billing.cancelSubscription(
        { shownStatus: query.shownPlan ?? '' },
        onBehalfOf(caller),
      );
      return {
        success: true,
        subscriptionStatus: plan.subscriptionStatus as SubscriptionStatus,
      };
    },
  }),
];
