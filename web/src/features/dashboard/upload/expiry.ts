import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { defaultPolicy } from '@tandem/proto/browser/policy';

const { expiryDays } = defaultPolicy;

export const defaultExpiryDays: number = expiryDays.free.default;

export const expiryRange = (plan: SubscriptionStatus): { min: number; max: number } =>
  expiryDays[plan];
