import { startMongo, type TestMongo } from '@tandem/kit/testing';
import { cards, startProvider, type TestProvider } from './provider.js';
import { assembleBilling, openStores, type Billing, type Stores } from './service.js';

/** In seconds, as the provider counts. */
export const day = 86_400;

/**
 * Billing with a payment provider whose webhooks are delivered on demand, and a separate customer per test.
 * Call once at the top of a test file.
 */
export const openStack = () => {
  let mongo: TestMongo;
  let provider: TestProvider;
  let stores: Stores;
  let billing: Billing;
  let customers = 0;

  beforeAll(async () => {
    mongo = await startMongo();
    provider = startProvider();
    provider.webhooks.setFaults({ isHeld: true });
    stores = await openStores(mongo.url);
    billing = assembleBilling(stores, provider);
  });
  beforeEach(() => {
    customers += 1;
    provider.webhooks.takeHeld();
  });
  // Otherwise they would be renewed whenever a later test advances the time.
  afterEach(async () => {
    const ended = ['canceled', 'incomplete_expired'];
    const open = provider.state.all('subscriptions', ({ status }) => !ended.includes(status));
    for (const { id } of open) await provider.stripe.subscriptions.cancel(id);
  });
  afterAll(async () => {
    await stores.stop();
    await mongo.stop();
  });

  const stack = {
    get billing() {
      return billing;
    },
    get provider() {
      return provider;
    },
    get connection() {
      return stores.connection;
    },
    get mongoUrl() {
      return mongo.url;
    },
    /** The same database with a key of another account at the provider. */
    atAnotherAccount: () => assembleBilling(stores, startProvider()),
    /** Another process of the service, which has not looked anything up. */
    restarted: () => assembleBilling(stores, provider),
    /** The same database where CAN_CANCEL_PROFOREVER is false. */
    keepingForever: () => assembleBilling(stores, provider, { canCancelForever: false }),
    /** This test's customer. */
    get uid() {
      return `user-${customers}`;
    },
    statusOf: async () => (await billing.customers.find(stack.uid)).status,
    providerId: async () => (await billing.customers.find(stack.uid)).providerId ?? '',
    async subscriptions() {
      const { data } = await provider.stripe.subscriptions.list({
        customer: await stack.providerId(),
        status: 'all',
      });
      return data;
    },
    /** The refunded amount of each payment, oldest first. */
    refunds: async () => {
      const { data } = await provider.stripe.charges.list({ customer: await stack.providerId() });
      return data
        .filter(({ paid }) => paid)
        .map(({ amount_refunded }) => amount_refunded)
        .reverse();
    },
    /** Until no webhook and no check is due. */
    settle: async () => {
      await billing.deliverAll();
      billing.passTime(2 * 60_000);
      await billing.reconcile();
      await billing.deliverAll();
    },
    async paidPro() {
      const bought = await billing.buy(stack.uid, 'pro', cards.good);
      await billing.deliverAll();
      expect(await stack.statusOf()).toBe('active');
      return bought;
    },
    async paidForever() {
      const bought = await billing.buy(stack.uid, 'proforever', cards.good);
      await billing.deliverAll();
      expect(await stack.statusOf()).toBe('proforever');
      return bought;
    },
  };
  return stack;
};
