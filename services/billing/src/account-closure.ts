import { conflict, retryOnConflict, ServiceError, type Logger } from '@tandem/kit';
import type { Customer, CustomerStore } from './customer.store.js';
import { payBack, type Payments, type RefundFailures } from './payments.js';
import { cancelPlan, isSameRefunds, planOf, refundsOf } from './plan.js';

export interface ClosingOptions {
  customers: CustomerStore;
  payments: Payments;
  refundFailures: RefundFailures;
  logger: Logger;
  now?: () => Date;
}

/** Fail so that the event is redelivered; otherwise a deleted user would keep paying. */
const customerBusy = (): ServiceError =>
  new ServiceError('unavailable', 'customer-busy', 'The customer is being updated. Try again.');

const retries = { maxAttempts: 10, onExhausted: customerBusy };

/** Closes a customer's account: ends subscriptions at the provider first, replaces our row with a tombstone last. */
export const createClosing = (options: ClosingOptions) => {
  const { customers, payments, refundFailures, logger, now = () => new Date() } = options;

  /** Stores which payments are refunded, because a closed customer no longer shows them. */
  const storeRefunds = (uid: string): Promise<Customer> =>
    retryOnConflict(retries, async () => {
      const customer = await customers.find(uid);
      const { providerId, refunds: known, removedAt } = customer;
      if (!providerId || removedAt) return customer;
      const purchases = await payments.listPurchases(providerId);
      const closed = planOf(cancelPlan(customer, purchases), purchases);
      const refunds = refundsOf(known, planOf(customer, purchases), closed);
      if (isSameRefunds(refunds, known)) return customer;
      const { uid: _uid, revision: _revision, ...fields } = customer;
      await customers.save(customer, { ...fields, refunds, nextCheckAt: now() }, []);
      return conflict;
    });

  const finish = async (uid: string): Promise<void> => {
    const customer = await storeRefunds(uid);
    const { isClosing, providerId, removedAt, refunds } = customer;
    if (!isClosing || removedAt) return;
    if (providerId) await payments.closeCustomer(providerId);
    const made = await payBack({ payments, refundFailures, logger }, uid, refunds);
    if (made.size < refunds.size) throw customerBusy();
    await customers.remove(customer, now());
  };

  return {
    finish,

    /**
     * Once marked, the sweep retries until the provider has closed it. Marks users without a row too: they may be
     * buying.
     */
    begin: async (uid: string): Promise<void> => {
      const isMarked = await retryOnConflict(retries, async () => {
        const customer = await customers.find(uid);
        if (customer.removedAt) return false;
        const { uid: _uid, revision: _revision, ...fields } = customer;
        const marked = { ...fields, isClosing: true, nextCheckAt: now() };
        return (await customers.save(customer, marked, [])) || conflict;
      });
      if (isMarked) await finish(uid);
    },
  };
};

export type Closing = ReturnType<typeof createClosing>;
