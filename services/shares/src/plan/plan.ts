import { dayMs, ServiceError } from '@tandem/kit';
import type { Policy } from '@tandem/proto/browser/http/config';
import { subscriptionStatuses, type SubscriptionStatus } from '@tandem/proto/browser/plans';

export interface PlanRules {
  /** Shares per UTC calendar month; null is unlimited. */
  monthlyLimit: number | null;
  /** Lifetime of a share in days. */
  expiryDays: Policy['expiryDays'][SubscriptionStatus];
  /** Null: no limit is enforced, whatever pages advertise. */
  maxFileBytes: number | null;
}

export type PlanPolicy = Readonly<Record<SubscriptionStatus, PlanRules>>;

export const isPlan = (name: string): name is SubscriptionStatus =>
  (subscriptionStatuses as readonly string[]).includes(name);

/** The month a share counts in: `yyyy-MM`, UTC. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** `requestedDays` 0 selects the plan's default. Throws `invalid-argument` outside the plan's range. */
export const expiryFor = (rules: PlanRules, requestedDays: number, now: Date): Date => {
  const { min, max, default: usual } = rules.expiryDays;
  const days = requestedDays === 0 ? usual : requestedDays;
  if (!Number.isInteger(days) || days < min || days > max) {
    const range = min === max ? `exactly ${min}` : `${min} to ${max}`;
    throw new ServiceError(
      'invalid-argument',
      'expiry-out-of-range',
      `Your plan allows shares that expire after ${range} days.`,
    );
  }
  return new Date(now.getTime() + days * dayMs);
};

/**
 * A new expiry for an existing share, `requestedDays` from now. It is capped at the plan's maximum lifetime, counted from
 * the creation. Throws `invalid-argument` for an expiry a day or more beyond that.
 */
export const changedExpiry = (
  rules: PlanRules,
  requestedDays: number,
  createdAt: Date,
  now: Date,
): Date => {
  const latest = createdAt.getTime() + rules.expiryDays.max * dayMs;
  const wanted = now.getTime() + requestedDays * dayMs;
  // The part of a day that has passed since the creation does not make the last day invalid.
  if (requestedDays < 1 || wanted - latest >= dayMs) {
    throw new ServiceError(
      'invalid-argument',
      'expiry-out-of-range',
      `Your plan allows shares that expire at most ${rules.expiryDays.max} days after they were created.`,
    );
  }
  return new Date(Math.min(wanted, latest));
};

/** The latest expiry that the current plan allows a share that is restarted now. */
export const latestExpiry = (rules: PlanRules, now: Date): Date =>
  new Date(now.getTime() + rules.expiryDays.max * dayMs);

/** Throws if the plan limits file sizes and the file is larger or its size is unknown. */
export const assertFileFits = (rules: PlanRules, bytes: number | null): void => {
  if (rules.maxFileBytes === null) return;
  if (bytes === null) {
    throw new ServiceError('invalid-argument', 'unknown-file-size', 'The file size is required.');
  }
  if (bytes > rules.maxFileBytes) {
    throw new ServiceError(
      'invalid-argument',
      'file-too-large',
      'The file is larger than your plan allows.',
    );
  }
};
