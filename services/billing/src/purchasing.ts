import { ServiceError, type Logger } from '@tandem/kit';
import type { CustomerStore } from './customer.store.js';
import type { Buyer, Payments } from './payments.js';
import type { PlanType, SubscriptionStatus } from '@tandem/proto/browser/plans';
import { planOf, type Purchases } from './plan.js';

export interface PurchaseRequest {
  uid: string;
  email: string;
  planType: PlanType;
}

export interface PurchaseAnswer {
  clientSecret: string;
  status: 'active' | 'incomplete';
}

export interface PurchasingOptions {
  customers: CustomerStore;
  payments: Payments;
  logger: Logger;
}

const maxAttempts = 10;

/** Pro users may buy ProForever; no one may buy a plan they have. */
const hasAlready = (status: SubscriptionStatus, planType: PlanType): boolean =>
  status === 'proforever' || (status === 'active' && planType === 'pro');

/** Continues a payment started in another tab or before a reload instead of starting a second one. */
const openSecret = (purchases: Purchases, planType: PlanType, voided: ReadonlySet<string>) => {
  const begun = planType === 'pro' ? purchases.subscriptions : purchases.lifetimes;
  return begun.find(
    ({ id, state, clientSecret }) => state === 'open' && clientSecret && !voided.has(id),
  )?.clientSecret;
};

export const createPurchasing = ({ customers, payments, logger }: PurchasingOptions) => {
  /** The customer id at the provider, stored before any purchase uses it. */
  const openBuyer = async ({ uid, email }: PurchaseRequest): Promise<Buyer> => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const customer = await customers.find(uid);
      if (customer.isClosing) break;
      if (customer.providerId) return { uid, providerId: customer.providerId };
      const providerId = await payments.openCustomer(uid, email, customer.revision);
      const { uid: _uid, revision: _revision, ...fields } = customer;
      const nextCheckAt = new Date();
      if (await customers.save(customer, { ...fields, providerId, nextCheckAt }, [])) {
        logger.info({ uid }, 'customer opened');
        return { uid, providerId };
      }
    }
    throw new ServiceError('unavailable', 'plan-is-busy', 'The plan is being changed. Try again.');
  };

  return {
    begin: async (request: PurchaseRequest): Promise<PurchaseAnswer> => {
      const { uid, planType } = request;
      const before = await customers.find(uid);
      if (hasAlready(before.status, planType)) return { clientSecret: '', status: 'active' };
      const buyer = await openBuyer(request);
      const purchases = await payments.listPurchases(buyer.providerId);
      // The row may not yet reflect a payment that was just made.
      const { status } = planOf(await customers.find(uid), purchases);
      if (hasAlready(status, planType)) return { clientSecret: '', status: 'active' };
      const clientSecret =
        openSecret(purchases, planType, before.voided) ??
        (await (planType === 'pro'
          ? payments.beginSubscription(buyer, purchases.subscriptions.length)
          : payments.beginLifetime(buyer, purchases.lifetimes.length)));
      return { clientSecret, status: 'incomplete' };
    },
  };
};

export type Purchasing = ReturnType<typeof createPurchasing>;
