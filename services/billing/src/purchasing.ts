import { conflict, retryOnConflict, type Logger } from '@tandem/kit';
import type { PlanType, SubscriptionStatus } from '@tandem/proto/browser/plans';
import type { Customer, CustomerStore } from './customer.store.js';
import { amountCents, NotForSale, SavedFailure, type Buyer, type Payments } from './payments.js';
import { firstCheckMs, isDebitProcessing, planOf, type Purchases } from './plan.js';
import type { Plans } from './plans.js';
import { paymentIsProcessing, planIsBusy } from './refusals.js';

export interface PurchaseRequest {
  uid: string;
  email: string;
  planType: PlanType;
}

export interface PurchaseAnswer {
  clientSecret: string;
  status: 'active' | 'incomplete';
  /** What the payment charges; only while incomplete. */
  amountCents?: number;
}

export interface PurchasingOptions {
  customers: CustomerStore;
  payments: Payments;
  plans: Pick<Plans, 'refresh'>;
  logger: Logger;
  now?: () => Date;
}

const retries = { maxAttempts: 10, onExhausted: planIsBusy };

/** Pro users may buy ProForever; no one may buy a plan they have. */
const hasAlready = (status: SubscriptionStatus, planType: PlanType): boolean =>
  status === 'proforever' || (status === 'active' && planType === 'pro');

/**
 * Continues a payment started in another tab or before a reload instead of starting a second one. One of another price
 * is left: it would not charge what the page says.
 */
const openSecret = (purchases: Purchases, planType: PlanType, voided: ReadonlySet<string>) => {
  const begun = planType === 'pro' ? purchases.subscriptions : purchases.lifetimes;
  return begun.find(
    (one) =>
      one.state === 'open' &&
      one.amountCents === amountCents[planType] &&
      one.clientSecret &&
      !voided.has(one.id),
  )?.clientSecret;
};

export const createPurchasing = (options: PurchasingOptions) => {
  const { customers, payments, plans, logger, now = () => new Date() } = options;

  /**
   * Calls the provider. If it has saved this failure under the idempotency key, increments `failedAttempts`, so that the
   * next call uses a new key. If the row has changed, the increment is skipped and a later call repeats it.
   */
  const callProvider = async (
    customer: Customer,
    call: (failedAttempts: number) => Promise<string>,
  ): Promise<string> => {
    try {
      return await call(customer.failedAttempts);
    } catch (error) {
      if (error instanceof NotForSale) {
        const message = 'not for sale: a price or its product is archived at the payment provider';
        logger.error({ price: error.price }, message);
      }
      if (!(error instanceof SavedFailure)) throw error;
      const { uid: _uid, revision: _revision, ...fields } = customer;
      const failedAttempts = customer.failedAttempts + 1;
      const nextCheckAt = customer.providerId ? new Date() : undefined;
      await customers.save(customer, { ...fields, failedAttempts, nextCheckAt }, []);
      throw error;
    }
  };

  /** The row with the customer id at the provider, stored before any purchase uses it. */
  const openBuyer = async ({ uid, email }: PurchaseRequest): Promise<Customer & Buyer> => {
    let opened: string | undefined;
    return retryOnConflict(retries, async () => {
      const customer = await customers.find(uid);
      if (customer.isClosing) {
        // The account was deleted while the provider created the customer, with its e-mail address.
        if (opened) await payments.closeCustomer(opened);
        throw planIsBusy();
      }
      if (customer.providerId) return { ...customer, providerId: customer.providerId };
      // An admin may have changed the plan since: another customer would keep the e-mail address forever.
      const providerId = (opened ??= await callProvider(customer, (failed) =>
        payments.openCustomer(uid, email, `${customer.revision}.${failed}`),
      ));
      const { uid: _uid, revision: _revision, ...fields } = customer;
      const nextCheckAt = new Date();
      if (await customers.save(customer, { ...fields, providerId, nextCheckAt }, [])) {
        logger.info({ uid }, 'customer opened');
      }
      // Read the row again, also after the own write: the account may have been deleted.
      return conflict;
    });
  };

  const attemptPurchase = async (request: PurchaseRequest): Promise<PurchaseAnswer> => {
    const { uid, planType } = request;
    const before = await customers.find(uid);
    if (hasAlready(before.status, planType)) return { clientSecret: '', status: 'active' };
    const buyer = await openBuyer(request);
    const purchases = await payments.listPurchases(buyer.providerId);
    // The row may not yet reflect a payment that was just made.
    const stored = await customers.find(uid);
    const { status } = planOf(stored, purchases);
    if (status !== stored.status) await plans.refresh(uid);
    if (hasAlready(status, planType)) return { clientSecret: '', status: 'active' };
    const { subscriptions, lifetimes } = purchases;
    if (isDebitProcessing(purchases)) throw paymentIsProcessing();
    const clientSecret =
      openSecret(purchases, planType, before.voided) ??
      (await callProvider(buyer, (failed) =>
        planType === 'pro'
          ? payments.beginSubscription(buyer, `${subscriptions.length}.${failed}`)
          : payments.beginLifetime(buyer, `${lifetimes.length}.${failed}`),
      ));
    // The provider cancels the payments of a closed customer before it deletes it: this one may have begun in between.
    if ((await customers.find(uid)).isClosing) throw planIsBusy();
    await customers.checkBy(uid, new Date(now().getTime() + firstCheckMs));
    return { clientSecret, status: 'incomplete', amountCents: amountCents[planType] };
  };

  return {
    /** Fetches the purchases again after a saved failure: the failed call may have begun one. */
    begin: async (request: PurchaseRequest): Promise<PurchaseAnswer> => {
      try {
        return await attemptPurchase(request);
      } catch (error) {
        if (!(error instanceof SavedFailure)) throw error;
        return attemptPurchase(request).catch((again: unknown) => {
          throw again instanceof SavedFailure ? again.cause : again;
        });
      }
    },
  };
};

export type Purchasing = ReturnType<typeof createPurchasing>;
