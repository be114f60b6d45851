import type { SubscriptionStatus } from '@tandem/proto/browser/plans';

/** A weekly subscription as the payment provider has it now. */
export interface Subscription {
  id: string;
  /**
   * `open` waits for its first payment, `live` gives the plan, `lapsed` stopped giving it but is not over,
   * `ended` never will again.
   */
  state: 'open' | 'live' | 'lapsed' | 'ended';
  createdAt: Date;
  periodEnd: Date | undefined;
  /** The newest payment was given back in full, or is disputed. */
  isReversed: boolean;
  /** What the browser completes the first payment with; only while `open`. */
  clientSecret: string | undefined;
}

/** A one-time ProForever payment as the payment provider has it now. */
export interface Lifetime {
  id: string;
  state: 'open' | 'paid' | 'reversed' | 'ended';
  createdAt: Date;
  clientSecret: string | undefined;
}

export interface Purchases {
  subscriptions: readonly Subscription[];
  lifetimes: readonly Lifetime[];
}

export const noPurchases: Purchases = { subscriptions: [], lifetimes: [] };

/** What we decided ourselves, whatever the payment provider says. */
export interface Decisions {
  /** Given by an admin without payment. */
  complimentary: Exclude<SubscriptionStatus, 'free'> | undefined;
  /** Purchases that count no longer: cancelled by the user or overruled by an admin. */
  voided: ReadonlySet<string>;
}

export interface Outcome {
  status: SubscriptionStatus;
  periodEnd: Date | undefined;
  /** Subscriptions that must not go on at the payment provider. */
  toCancel: readonly string[];
}

const byAge = (a: Subscription, b: Subscription) => a.createdAt.getTime() - b.createdAt.getTime();

/** The plan that decisions and purchases give together. */
export const planOf = (decisions: Decisions, purchases: Purchases): Outcome => {
  const counts = ({ id }: { id: string }) => !decisions.voided.has(id);
  const hasLifetime =
    decisions.complimentary === 'proforever' ||
    purchases.lifetimes.some((lifetime) => lifetime.state === 'paid' && counts(lifetime));
  const running = purchases.subscriptions.filter(({ state }) => state !== 'ended');
  if (hasLifetime) {
    // Whoever owns it for ever must not go on paying by the week.
    return { status: 'proforever', periodEnd: undefined, toCancel: running.map(({ id }) => id) };
  }
  const [kept, ...surplus] = running
    .filter((one) => one.state === 'live' && counts(one) && !one.isReversed)
    .sort(byAge);
  const isUnwanted = (one: Subscription) =>
    !counts(one) || one.state === 'lapsed' || (one.state === 'live' && one.isReversed);
  const refused = running.filter(isUnwanted);
  const toCancel = [...surplus, ...refused].map(({ id }) => id);
  const isPro = kept !== undefined || decisions.complimentary === 'active';
  return { status: isPro ? 'active' : 'free', periodEnd: kept?.periodEnd, toCancel };
};

/** Bought once and for all; a disputed one may come back. */
const lifetimeIds = ({ lifetimes }: Purchases): string[] =>
  lifetimes.filter(({ state }) => state === 'paid' || state === 'reversed').map(({ id }) => id);

/** Everything that gives, or might soon give, a plan. */
const idsThatCount = (purchases: Purchases): string[] => [
  ...purchases.subscriptions.filter(({ state }) => state !== 'ended').map(({ id }) => id),
  ...lifetimeIds(purchases),
];

/** The user gives the plan up: nothing bought or given so far counts any longer. */
export const giveUp = (decisions: Decisions, purchases: Purchases): Decisions => ({
  complimentary: undefined,
  voided: new Set([...decisions.voided, ...idsThatCount(purchases)]),
});

/** An admin's word. What the user pays for already is kept when it is the same plan. */
export const decree = (
  decisions: Decisions,
  purchases: Purchases,
  status: SubscriptionStatus,
): Decisions => {
  if (planOf(decisions, purchases).status === status) return decisions;
  if (status === 'proforever') return { ...decisions, complimentary: 'proforever' };
  if (status === 'free') return giveUp(decisions, purchases);
  const withoutLifetime: Decisions = {
    complimentary: undefined,
    voided: new Set([...decisions.voided, ...lifetimeIds(purchases)]),
  };
  if (planOf(withoutLifetime, purchases).status === 'active') return withoutLifetime;
  return { ...withoutLifetime, complimentary: 'active' };
};
