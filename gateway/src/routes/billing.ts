import { z } from 'zod';
import type { Services } from '../clients.js';
import { route, type Route } from '../route.js';
import { idToken, subscriptionStatus, tokenBody } from '../schemas.js';

const cancelAnswer = z.strictObject({ success: z.literal(true), subscriptionStatus });

const createAnswer = z.union([
  z.strictObject({ clientSecret: z.string() }),
  z.strictObject({ status: z.literal('active') }),
]);

/** Plans and payments of the caller. */
export const billingRoutes = ({ billing }: Services): Route[] => [
  route({
    method: 'post',
    path: '/api/create-subscription',
    summary: "Begin a payment: a client secret, or status 'active' when already subscribed.",
    access: 'user',
    limit: 'pay',
    body: z.strictObject({
      idToken: idToken.optional(),
      planType: z.enum(['pro', 'proforever']),
    }),
    answer: { status: 200, schema: createAnswer },
    handle: async ({ body, caller }): Promise<z.infer<typeof createAnswer>> => {
      const { status, clientSecret } = await billing.createSubscription({
        uid: caller.uid,
        email: caller.email,
        planType: body.planType,
      });
      return status === 'active' ? { status } : { clientSecret };
    },
  }),
  route({
    method: 'post',
    path: '/api/cancel-subscription',
    summary: 'Cancel the plan: free at once, without refund.',
    access: 'user',
    limit: 'pay',
    body: tokenBody,
    answer: { status: 200, schema: cancelAnswer },
    handle: async ({ caller }) => {
      const plan = await billing.cancelSubscription({ uid: caller.uid });
      return { success: true, subscriptionStatus: plan.subscriptionStatus };
    },
  }),
];
