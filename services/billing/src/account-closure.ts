import { conflict, retryOnConflict, ServiceError } from '@tandem/kit';
import type { CustomerStore } from './customer.store.js';
import type { Payments } from './payments.js';

export interface ClosingOptions {
  customers: CustomerStore;
  payments: Payments;
  now?: () => Date;
}

/** Fail so that the event is redelivered; otherwise a deleted user would keep paying. */
const customerBusy = (): ServiceError =>
  new ServiceError('unavailable', 'customer-busy', 'The customer is being updated. Try again.');

const retries = { maxAttempts: 10, onExhausted: customerBusy };

/** Closes a customer's account: ends subscriptions at the provider first, replaces our row with a tombstone last. */
export const createClosing = ({ customers, payments, now = () => new Date() }: ClosingOptions) => {
  const finish = async (uid: string): Promise<void> => {
    const customer = await customers.find(uid);
    const { isClosing, providerId, removedAt } = customer;
    if (!isClosing || removedAt) return;
    if (providerId) await payments.closeCustomer(providerId);
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
