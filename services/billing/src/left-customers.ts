import type { CustomerStore } from './customer.store.js';

/**
 * Throws if accounts still have a customer at the payment provider: without its keys their subscriptions
 * would keep charging, and nothing here could end them. Deleting a customer at the provider ends its subscriptions, and
 * the webhook removes the customer from the account.
 */
export const refuseLeftCustomers = async (
  customers: Pick<CustomerStore, 'countAtProvider'>,
): Promise<void> => {
  const count = await customers.countAtProvider();
  if (count === 0) return;
  throw new Error(
    `PAYMENTS_PROVIDER is none, but ${count} accounts have a customer at the payment provider. Delete the customers there while PAYMENTS_PROVIDER is stripe.`,
  );
};
