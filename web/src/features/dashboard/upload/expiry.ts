import type { SubscriptionStatus } from '../../../lib/account/user-api.js';

/** Specification, section 9: 7 days on Free, 1–30 on Pro, 1–365 on ProForever. */
export const defaultExpiryDays = 7;

const ranges: Record<SubscriptionStatus, { min: number; max: number }> = {
  free: { min: 7, max: 7 },
  active: { min: 1, max: 30 },
  proforever: { min: 1, max: 365 },
};

export const expiryRange = (plan: SubscriptionStatus): { min: number; max: number } => ranges[plan];
