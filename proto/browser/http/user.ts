import { z } from 'zod';
import { subscriptionStatuses } from '../plans.js';
import { isoDate, uid } from './fields.js';

export const subscriptionStatus = z.enum(subscriptionStatuses);

/** A user with plan and usage. */
export const userRecord = z.strictObject({
  id: uid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isAdmin: z.boolean(),
  createdAt: isoDate,
  subscriptionStatus,
  sharesUsedThisMonth: z.number(),
  /** Null: unlimited. */
  monthlyLimit: z.number().nullable(),
  /** All shares, beyond those a list returns. */
  activeShares: z.number(),
  expiredShares: z.number(),
  /** The end of the paid week of a Pro subscription; null without one. */
  currentPeriodEnd: isoDate.nullable(),
  /** The payment of the current week has failed; the payment provider retries it. */
  isPastDue: z.boolean(),
  /** The payment provider's page of the unpaid invoice, for its owner only. */
  invoiceUrl: z.string().nullable(),
  /** The bank is still processing a payment; until then nothing can be bought. */
  isPaymentProcessing: z.boolean(),
});
export type UserRecord = z.infer<typeof userRecord>;
