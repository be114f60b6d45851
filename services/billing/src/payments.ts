import { ServiceError } from '@tandem/kit';
import type { Purchases } from './plan.js';

/** The payment provider, as far as plans need it. Everything is safe to repeat. */
export interface Payments {
  /** The provider's id of a user, made on first need; the same `attempt` gives the same one. */
  openCustomer(uid: string, email: string, attempt: number): Promise<string>;
  /** Everything a customer has bought or begun to buy, as it is now. */
  listPurchases(providerId: string): Promise<Purchases>;
  /** Begin the weekly subscription; `attempt` tells one purchase from the next. */
  beginSubscription(customer: Buyer, attempt: number): Promise<string>;
  /** Begin the one-time payment. */
  beginLifetime(customer: Buyer, attempt: number): Promise<string>;
  /** Ends at once, without refund. Resolves as well when it has ended already. */
  cancelSubscription(id: string): Promise<void>;
  /** Ends all subscriptions and forgets the customer. */
  closeCustomer(providerId: string): Promise<void>;
}

export interface Buyer {
  uid: string;
  providerId: string;
}

const notConfigured = () =>
  Promise.reject(
    new ServiceError('unavailable', 'payments-not-configured', 'Payments are not available here.'),
  );

/** For an environment without a payment provider: plans can be set, not bought. */
export const noPayments: Payments = {
  openCustomer: notConfigured,
  listPurchases: notConfigured,
  beginSubscription: notConfigured,
  beginLifetime: notConfigured,
  cancelSubscription: notConfigured,
  closeCustomer: notConfigured,
};
