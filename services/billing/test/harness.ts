import { startMongo, type TestMongo } from '@tandem/kit/testing';
import { assemble, openStores, type Bench, type Stores } from './service.js';
import { cards, startProvider, type TestProvider } from './provider.js';

/** In seconds, as the provider counts. */
export const day = 86_400;

/**
 * Billing with a payment provider whose webhooks are delivered on demand, and a separate customer per test.
 * Call once at the top of a test file.
 */
export const openDesk = () => {
  let mongo: TestMongo;
  let provider: TestProvider;
  let stores: Stores;
  let billing: Bench;
  let customers = 0;

  beforeAll(async () => {
    mongo = await startMongo();
    provider = startProvider();
    provider.webhooks.setFaults({ isHeld: true });
    stores = await openStores(mongo.url);
    billing = assemble(stores, provider);
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

  const desk = {
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
    atAnotherAccount: () => assemble(stores, startProvider()),
    /** The same database where CAN_CANCEL_PROFOREVER is false. */
    keepingForever: () => assemble(stores, provider, { canCancelForever: false }),
    /** This test's customer. */
    get uid() {
      return `user-${customers}`;
    },
    statusOf: async () => (await billing.customers.find(desk.uid)).status,
    providerId: async () => (await billing.customers.find(desk.uid)).providerId ?? '',
    async subscriptions() {
      const { data } = await provider.stripe.subscriptions.list({
        customer: await desk.providerId(),
        status: 'all',
      });
      return data;
    },
    async paidPro() {
      const bought = await billing.buy(desk.uid, 'pro', cards.good);
      await billing.deliverAll();
      expect(await desk.statusOf()).toBe('active');
      return bought;
    },
    async paidForever() {
      const bought = await billing.buy(desk.uid, 'proforever', cards.good);
      await billing.deliverAll();
      expect(await desk.statusOf()).toBe('proforever');
      return bought;
    },
  };
  return desk;
};
