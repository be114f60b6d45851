import { ServiceError } from '@tandem/kit';
import type { Purchases } from './plan.js';

/** The part of the payment provider that plans use. All calls are safe to repeat. */
export interface Payments {
  /** The provider's customer id, created on first use; the same `attempt` returns the same id. */
  openCustomer(uid: string, email: string, attempt: number): Promise<string>;
  /** The current state of all completed and pending purchases of a customer. */
  listPurchases(providerId: string): Promise<Purchases>;
  /** Starts the weekly subscription; `attempt` distinguishes one purchase from the next. */
  beginSubscription(customer: Buyer, attempt: number): Promise<string>;
  /** Starts the one-time payment. */
  beginLifetime(customer: Buyer, attempt: number): Promise<string>;
  /** Ends immediately without refund. Also resolves if it has already ended. */
  cancelSubscription(id: string): Promise<void>;
  /** Ends all subscriptions and deletes the customer. */
  closeCustomer(providerId: string): Promise<void>;
}

export interface Buyer {
  uid: string;
  providerId: string;
}

/** Refuses a call about payments where the deployment takes none. */
export const paymentsDisabled = () =>
  new ServiceError(
    'failed-precondition',
    'payments-disabled',
    'This server takes no payments. An admin can change your plan.',
  );

const notConfigured = () =>
  Promise.reject(
    new ServiceError(
      'unavailable',
      'payments-not-configured',
      'Payments are not configured on this server.',
    ),
  );

/** For an environment without a key of the payment provider: admins can set plans, users cannot buy them. */
export const noPayments: Payments = {
  openCustomer: notConfigured,
  listPurchases: notConfigured,
  beginSubscription: notConfigured,
  beginLifetime: notConfigured,
  cancelSubscription: notConfigured,
  closeCustomer: notConfigured,
};
