import type { SubscriptionStatus } from '@tandem/proto/browser/plans';

/** The current state of a weekly subscription at the payment provider. */
export interface Subscription {
  id: string;
  /**
   * `open` awaits its first payment, which is `processing` for days if it is a bank debit; `live` grants the plan,
   * `lapsed` no longer grants it but may recover, `ended` is final.
   */
  state: 'open' | 'processing' | 'live' | 'lapsed' | 'ended';
  createdAt: Date;
  /** What a week costs. */
  amountCents: number;
  /** The end of the paid week. */
  periodEnd: Date | undefined;
  /** The payment of the current week has failed; the provider retries it. */
  isPastDue: boolean;
  /** The provider's page of the unpaid invoice; only while past due. */
  invoiceUrl: string | undefined;
  /** It has ended, and one of its invoices can still be paid. */
  isPayable: boolean;
  /** The newest payment that succeeded was fully refunded or is disputed. */
  isReversed: boolean;
  /** When its newest payment was made; a debit that is still processing counts too. */
  lastPaymentAt: Date | undefined;
  /** Its end, if a payment was made after it that is neither refunded nor withheld by the bank. */
  overpaidSince: Date | undefined;
  /** Secret with which the browser completes the first payment; only while `open`. */
  clientSecret: string | undefined;
}

/** The current state of a one-time ProForever payment at the payment provider. */
export interface Lifetime {
  id: string;
  /** `processing`: submitted, but the bank needs days, as for a debit; its secret takes no other payment method. */
  state: 'open' | 'processing' | 'paid' | 'reversed' | 'ended';
  createdAt: Date;
  /** When the payment succeeded; for a debit, when it was submitted. */
  paidAt: Date | undefined;
  amountCents: number;
  clientSecret: string | undefined;
}

export interface Purchases {
  subscriptions: readonly Subscription[];
  lifetimes: readonly Lifetime[];
}

export const noPurchases: Purchases = { subscriptions: [], lifetimes: [] };

/** Until it has settled nothing is sold: a second purchase would pay twice. */
export const isDebitProcessing = ({ subscriptions, lifetimes }: Purchases): boolean =>
  [...subscriptions, ...lifetimes].some(({ state }) => state === 'processing');

/** Decisions made here, independent of the payment provider. */
export interface Decisions {
  /** Granted by an admin without payment. */
  complimentary: Exclude<SubscriptionStatus, 'free'> | undefined;
  /** Purchases that no longer count: cancelled by the user or overridden by an admin. */
  voided: ReadonlySet<string>;
}

/** What the user has paid for. */
export interface Payment {
  periodEnd: Date | undefined;
  isPastDue: boolean;
  invoiceUrl: string | undefined;
  /** The bank is still processing a payment for a plan. */
  isProcessing: boolean;
}

const noPayment: Payment = {
  periodEnd: undefined,
  isPastDue: false,
  invoiceUrl: undefined,
  isProcessing: false,
};

const paymentOf = (kept: Subscription | undefined, purchases: Purchases): Payment => ({
  periodEnd: kept?.periodEnd,
  isPastDue: kept?.isPastDue ?? false,
  invoiceUrl: kept?.invoiceUrl,
  isProcessing: isDebitProcessing(purchases),
});

export const isSamePayment = (one: Payment, other: Payment): boolean =>
  one.periodEnd?.getTime() === other.periodEnd?.getTime() &&
  one.isPastDue === other.isPastDue &&
  one.invoiceUrl === other.invoiceUrl &&
  one.isProcessing === other.isProcessing;

/** Purchase id → the time after which its payments are refunded. */
export type Refunds = ReadonlyMap<string, Date>;

export interface Outcome {
  status: SubscriptionStatus;
  payment: Payment;
  /** The purchase that grants the plan. */
  granting: string | undefined;
  /** Subscriptions to cancel at the payment provider, with the invoices that can still be paid for them. */
  toCancel: readonly string[];
  /**
   * Of purchases that pay for what another one grants, that are paid when it is already decided to cancel them, or that
   * were paid after their end.
   */
  toRefund: Refunds;
}

interface Dated {
  createdAt: Date;
}

const byAge = (a: Dated, b: Dated) => a.createdAt.getTime() - b.createdAt.getTime();

const everything = new Date(0);

const refundAll = (purchases: readonly { id: string }[]) =>
  purchases.map(({ id }): [string, Date] => [id, everything]);

/** What is paid for cancelled subscriptions from now on: their renewal may be charged until the provider ends them. */
const refundFurther = (cancelled: readonly Subscription[]) =>
  cancelled
    .filter(({ state }) => state !== 'ended')
    .map(({ id, lastPaymentAt }): [string, Date] => [id, lastPaymentAt ?? everything]);

const refundOverpaid = ({ subscriptions }: Purchases) =>
  subscriptions.flatMap(({ id, overpaidSince }): [string, Date][] =>
    overpaidSince ? [[id, overpaidSince]] : [],
  );

/** Whether it grants nothing yet, and its first payment may still succeed. */
const isBegun = ({ state }: Subscription): boolean => state === 'open' || state === 'processing';

/** A ProForever owner must not keep paying weekly, nor pay for ProForever twice. */
const foreverPlan = (
  running: readonly Subscription[],
  lifetime: Lifetime | undefined,
  surplus: readonly Lifetime[],
): Outcome => {
  const begun = running.filter(isBegun);
  const since = lifetime?.paidAt;
  const weekly = since
    ? running.map(({ id }): [string, Date] => [id, since])
    : refundFurther(running);
  return {
    status: 'proforever',
    payment: noPayment,
    granting: lifetime?.id,
    toCancel: running.map(({ id }) => id),
    toRefund: new Map([...weekly, ...refundAll([...surplus, ...begun])]),
  };
};

const grantOf = (decisions: Decisions, purchases: Purchases): Outcome => {
  const counts = ({ id }: { id: string }) => !decisions.voided.has(id);
  const [lifetime, ...surplusLifetimes] = purchases.lifetimes
    .filter((one) => one.state === 'paid' && counts(one))
    .sort(byAge);
  const running = purchases.subscriptions.filter(
    ({ state, isPayable }) => state !== 'ended' || isPayable,
  );
  if (lifetime || decisions.complimentary === 'proforever') {
    return foreverPlan(running, lifetime, surplusLifetimes);
  }
  const [kept, ...surplus] = running
    .filter((one) => one.state === 'live' && counts(one) && !one.isReversed)
    .sort(byAge);
  const isUnwanted = (one: Subscription) =>
    !counts(one) ||
    one.state === 'lapsed' ||
    one.state === 'ended' ||
    (one.state === 'live' && one.isReversed);
  const refused = running.filter(isUnwanted);
  const begun = running.filter((one) => isBegun(one) && (kept || !counts(one)));
  const isPro = kept !== undefined || decisions.complimentary === 'active';
  return {
    status: isPro ? 'active' : 'free',
    payment: paymentOf(kept, purchases),
    granting: kept?.id,
    toCancel: [...new Set([...surplus, ...refused, ...begun].map(({ id }) => id))],
    toRefund: new Map([...refundFurther(refused), ...refundAll([...surplus, ...begun])]),
  };
};

/** The plan that results from decisions and purchases. */
export const planOf = (decisions: Decisions, purchases: Purchases): Outcome => {
  const outcome = grantOf(decisions, purchases);
  return {
    ...outcome,
    toRefund: new Map([...refundOverpaid(purchases), ...outcome.toRefund]),
  };
};

/**
 * All refunds that are due after a decision: those known so far, and those of the purchases before and after it, because
 * a cancelled plan no longer shows what was paid twice for it.
 */
export const refundsOf = (known: Refunds, before: Outcome, after: Outcome): Refunds => {
  const owed = new Map([...before.toRefund, ...known]);
  // The other purchase has ended since.
  if (before.granting !== undefined) owed.delete(before.granting);
  const all = new Map([...after.toRefund, ...owed]);
  if (after.granting !== undefined) all.delete(after.granting);
  return all;
};

export const isSameRefunds = (one: Refunds, other: Refunds): boolean =>
  one.size === other.size &&
  [...one].every(([id, since]) => other.get(id)?.getTime() === since.getTime());

/** Whether nothing more can be paid for the purchase, so that a refund is complete. */
export const isSettled = ({ subscriptions }: Purchases, id: string): boolean =>
  subscriptions.every((one) => one.id !== id || (one.state === 'ended' && !one.isPayable));

/**
 * When a payment was begun, its webhook may be late or lost: check after these milliseconds, then after twice as many, and
 * so on.
 */
export const firstCheckMs = 5 * 60_000;

/** Milliseconds until the next check of a customer; `undefined` if no payment is open. */
export const checkPauseOf = (purchases: Purchases, at: Date): number | undefined => {
  const open = [...purchases.subscriptions, ...purchases.lifetimes].filter(
    ({ state }) => state === 'open',
  );
  if (open.length === 0) return undefined;
  const newest = Math.max(...open.map(({ createdAt }) => createdAt.getTime()));
  return Math.max(firstCheckMs, at.getTime() - newest);
};

/** A one-time purchase; a disputed one may be reinstated. */
const lifetimeIds = ({ lifetimes }: Purchases): string[] =>
  lifetimes.filter(({ state }) => state === 'paid' || state === 'reversed').map(({ id }) => id);

/** All purchases that grant a plan or may soon grant one. */
const idsThatCount = (purchases: Purchases): string[] => [
  ...purchases.subscriptions.filter(({ state }) => state !== 'ended').map(({ id }) => id),
  ...lifetimeIds(purchases),
];

/** Applies the user's cancellation: no purchase or grant so far counts any longer. */
export const cancelPlan = (decisions: Decisions, purchases: Purchases): Decisions => ({
  complimentary: undefined,
  voided: new Set([...decisions.voided, ...idsThatCount(purchases)]),
});

/**
 * Applies an admin's plan override. A paid purchase of the same plan is kept; one of another plan no longer counts: a
 * subscription that ProForever ends, and that still runs, would otherwise grant Pro and be charged.
 */
export const overridePlan = (
  decisions: Decisions,
  purchases: Purchases,
  status: SubscriptionStatus,
): Decisions => {
  if (planOf(decisions, purchases).status === status) return decisions;
  if (status === 'proforever') return { ...decisions, complimentary: 'proforever' };
  const cancelled = cancelPlan(decisions, purchases);
  return status === 'free' ? cancelled : { ...cancelled, complimentary: 'active' };
};
