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
});
export type UserRecord = z.infer<typeof userRecord>;
