import { ServiceError } from '@tandem/kit';
import type { CustomerStore } from './customer.store.js';
import type { Payments } from './payments.js';

export interface ClosingOptions {
  customers: CustomerStore;
  payments: Payments;
  now?: () => Date;
}

const maxAttempts = 10;

/** The end of a customer: subscriptions end at the provider first, our row goes last. */
export const createClosing = ({ customers, payments, now = () => new Date() }: ClosingOptions) => {
  const finish = async (uid: string): Promise<void> => {
    const { isClosing, providerId } = await customers.find(uid);
    if (!isClosing) return;
    if (providerId) await payments.closeCustomer(providerId);
    await customers.remove(uid);
  };

  return {
    finish,

    /** Once marked, the sweep finishes it however long the provider is away. */
    begin: async (uid: string): Promise<void> => {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const customer = await customers.find(uid);
        if (customer.revision === 0) return;
        const { uid: _uid, revision: _revision, ...fields } = customer;
        const marked = { ...fields, isClosing: true, nextCheckAt: now() };
        if (await customers.save(customer, marked, [])) return finish(uid);
      }
      // The event comes again: whoever is gone must not be forgotten here, they would go on paying.
      throw new ServiceError('unavailable', 'customer-busy', 'The customer is being changed.');
    },
  };
};

export type Closing = ReturnType<typeof createClosing>;
