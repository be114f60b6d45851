import type { Policy } from '@tandem/proto/browser/http/config';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';

export type ExpiryRange = Policy['expiryDays']['free'];

/** How long a link of the plan may live; a plan with one value leaves no choice. */
export const expiryRange = ({ expiryDays }: Policy, plan: SubscriptionStatus): ExpiryRange =>
  expiryDays[plan];
