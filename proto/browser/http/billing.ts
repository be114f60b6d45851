import { z } from 'zod';
import { planTypes } from '../plans.js';
import { idToken } from './fields.js';
import { subscriptionStatus } from './user.js';

export const createSubscriptionRequest = z.strictObject({
  idToken: idToken.optional(),
  planType: z.enum(planTypes),
});
export type CreateSubscriptionRequest = z.input<typeof createSubscriptionRequest>;

/** A secret to pay with, or `active` for a caller who has the plan already. */
export const createSubscriptionAnswer = z.union([
  z.strictObject({
    clientSecret: z.string(),
    /** What the payment charges, in US cents: the page may have been loaded at another price. */
    amountCents: z.number().optional(),
  }),
  z.strictObject({ status: z.literal('active') }),
]);
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>;

/**
 * The plan that the page showed; the change is refused if the user has another one by now. In the query of a command,
 * because gateways before it ignore the query and refuse unknown fields of a body.
 */
export const shownPlanQuery = z.strictObject({ shownPlan: subscriptionStatus.optional() });
export type ShownPlanParams = z.input<typeof shownPlanQuery>;

export const cancelSubscriptionAnswer = z.strictObject({
  success: z.literal(true),
  subscriptionStatus,
});
export type CancelSubscriptionAnswer = z.infer<typeof cancelSubscriptionAnswer>;

/** A test card for the payment stand-in; with Stripe, card details never pass the gateway. */
export const confirmPaymentRequest = z.strictObject({
  clientSecret: z.string().regex(/^pi_[A-Za-z0-9]{1,64}_secret_[A-Za-z0-9]{1,64}$/),
  cardNumber: z.string().regex(/^\d{12,19}$/),
  /** The outcome of the second step (3-D Secure); absent on the first call. */
  authentication: z.enum(['succeeded', 'failed']).optional(),
});
export type ConfirmPaymentRequest = z.input<typeof confirmPaymentRequest>;

export const confirmPaymentAnswer = z.strictObject({
  status: z.enum(['succeeded', 'requires_action', 'failed']),
  message: z.string().optional(),
});
export type ConfirmPaymentAnswer = z.infer<typeof confirmPaymentAnswer>;
