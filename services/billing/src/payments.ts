import { counter, type Logger, type Registry } from '@tandem/kit';
import { prices, type PlanType } from '@tandem/proto/browser/plans';
import type { Purchases, Refunds } from './plan.js';
import { PaymentsNotConfigured } from './refusals.js';

/** What a purchase costs today. Amounts never come from a client. */
export const amountCents: Readonly<Record<PlanType, number>> = {
  pro: Math.round(prices.proWeeklyUsd * 100),
  proforever: Math.round(prices.proForeverUsd * 100),
};

/** The part of the payment provider that plans use. All calls are safe to repeat. */
export interface Payments {
  /**
   * The provider's customer id, created on first use; the same `attempt` returns the same id, or rejects with
   * `SavedFailure` again.
   */
  openCustomer(uid: string, email: string, attempt: string): Promise<string>;
  /** False if the customer was deleted at the provider; rejects with `UnknownAtProvider` if there never was one. */
  hasCustomer(providerId: string): Promise<boolean>;
  /** The current state of all completed and pending purchases of a customer. */
  listPurchases(providerId: string): Promise<Purchases>;
  /**
   * Starts the weekly subscription; `attempt` distinguishes one purchase from the next. Rejects as above, or with
   * `NotForSale`.
   */
  beginSubscription(customer: Buyer, attempt: string): Promise<string>;
  /** Starts the one-time payment. Rejects as above. */
  beginLifetime(customer: Buyer, attempt: string): Promise<string>;
  /** Ends immediately without refund, and nothing can be paid for it any more. Also resolves if it has already ended. */
  cancelSubscription(id: string): Promise<void>;
  /**
   * Refunds what was paid for a subscription or a one-time payment after `since`, except what is refunded or disputed
   * already. Rejects with `RefusedRefund` if the provider refuses. Returns the number of payments.
   */
  refund(id: string, since: Date): Promise<number>;
  /** Cancels begun payments, as far as the provider can, ends all subscriptions and deletes the customer. */
  closeCustomer(providerId: string): Promise<void>;
}

/** The provider has saved the failure of an attempt and repeats it; only another attempt can succeed. */
export class SavedFailure extends Error {
  override readonly name = 'SavedFailure';
  /** The error of the first call. */
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super('payment provider: saved failure');
    this.cause = cause;
  }
}

/** A retry would fail too. */
export class RefusedRefund extends Error {
  override readonly name = 'RefusedRefund';

  constructor(cause: unknown) {
    super('payment provider: refused refund', { cause });
  }
}

/**
 * The provider has no such object. With the key of another account every object is unknown, while the old account keeps
 * charging: conclude nothing about purchases.
 */
export class UnknownAtProvider extends PaymentsNotConfigured {}

/** The operator has archived a price or its product at the provider. */
export class NotForSale extends PaymentsNotConfigured {
  readonly price: string;

  constructor(price: string) {
    super();
    this.price = price;
  }
}

export interface Buyer {
  uid: string;
  providerId: string;
}

const notConfigured = () => Promise.reject(new PaymentsNotConfigured());

/** For an environment without a key of the payment provider: admins can set plans, users cannot buy them. */
export const noPayments: Payments = {
  openCustomer: notConfigured,
  hasCustomer: notConfigured,
  listPurchases: notConfigured,
  beginSubscription: notConfigured,
  beginLifetime: notConfigured,
  cancelSubscription: notConfigured,
  refund: notConfigured,
  closeCustomer: notConfigured,
};

/** Counts refunds that the operator may have to make; an alert fires for each. */
export const createRefundFailures = (registry: Registry) => {
  const failures = counter(
    registry,
    'billing_refund_failures_total',
    'Refunds that were not made, by who refused them: the payment provider, or the bank days later.',
    ['refused_by'],
  );
  // A rate needs a value before the first failure.
  for (const refusedBy of ['provider', 'bank']) failures.inc({ refused_by: refusedBy }, 0);
  return failures;
};

export type RefundFailures = ReturnType<typeof createRefundFailures>;

/** Returns the ids of the purchases that need no further attempt. */
export const payBack = async (
  {
    payments,
    refundFailures,
    logger,
  }: { payments: Pick<Payments, 'refund'>; refundFailures: RefundFailures; logger: Logger },
  uid: string,
  refunds: Refunds,
): Promise<ReadonlySet<string>> => {
  const done = new Set<string>();
  for (const [purchase, since] of refunds) {
    try {
      const count = await payments.refund(purchase, since);
      done.add(purchase);
      if (count > 0) logger.info({ uid, purchase, count }, 'payment refunded');
    } catch (error) {
      if (error instanceof RefusedRefund) {
        done.add(purchase);
        refundFailures.inc({ refused_by: 'provider' });
        logger.error(
          { err: error, uid, purchase },
          'payment not refunded: refund it at the payment provider',
        );
      } else logger.warn({ err: error, uid, purchase }, 'refund failed, will retry');
    }
  }
  return done;
};
