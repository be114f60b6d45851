import { createRegistry, silentLogger } from '@tandem/kit';
import { createGrpcClient, serveGrpc } from '@tandem/kit/grpc';
import {
  clientFor,
  startMongo,
  testAssertions,
  testCredentials,
  testDeadlineMs,
} from '@tandem/kit/testing';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import { billingService } from '../src/billing.rpc.js';
import { refuseLeftCustomers } from '../src/left-customers.js';
import { noPayments } from '../src/payments.js';
import { createPlans } from '../src/plans.js';
import { createPurchasing } from '../src/purchasing.js';
import { noWebhooks } from '../src/webhooks.js';
import { openStores, type Stores } from './service.js';

let mongo: Awaited<ReturnType<typeof startMongo>>;
let stores: Stores;
beforeAll(async () => {
  mongo = await startMongo();
  stores = await openStores(mongo.url);
});
afterAll(async () => {
  await stores.stop();
  await mongo.stop();
});

/** The service with the parts of main.ts where PAYMENTS_PROVIDER is none. */
const startBilling = async () => {
  const { customers, outbox, refundFailures } = stores;
  const logger = silentLogger;
  const publishSoon = () => outbox.wake();
  const plans = createPlans({
    customers,
    payments: noPayments,
    canCancelForever: true,
    publishSoon,
    refundFailures,
    logger,
  });
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger,
    registry: createRegistry(`billing-${Math.random().toString(36).slice(2)}`),
    credentials: await testCredentials('billing'),
    assertions: testAssertions('billing'),
    services: [
      billingService({
        customers,
        plans,
        purchasing: createPurchasing({ customers, payments: noPayments, plans, logger }),
        webhooks: noWebhooks,
        takesPayments: false,
      }),
    ],
  });
  const client = createGrpcClient(BillingServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('gateway'),
    service: 'billing',
    deadlineMs: testDeadlineMs,
  });
  return {
    client,
    stop: async () => {
      client.closeChannel();
      await server.stop();
    },
  };
};

describe('billing without payments', () => {
  it('refuses purchases, cancellations and webhooks', async () => {
    const { client, stop } = await startBilling();
    const user = clientFor(client, { uid: 'ada' });
    const refused = { code: 'failed-precondition', reason: 'payments-disabled' };
    await expect(
      user.createSubscription({ email: 'ada@clinic.example', planType: 'pro' }),
    ).rejects.toMatchObject(refused);
    await expect(user.cancelSubscription({})).rejects.toMatchObject(refused);
    await expect(
      client.handleWebhook({ body: Buffer.from('{}'), signature: 't=1,v1=00' }),
    ).rejects.toMatchObject(refused);
    expect(await user.getPlan({ uid: 'ada' })).toMatchObject({ subscriptionStatus: 'free' });
    await stop();
  });

  it('applies the plans that admins give, which users cannot cancel', async () => {
    const { client, stop } = await startBilling();
    const admin = clientFor(client, { uid: 'admin', isAdmin: true });
    const user = clientFor(client, { uid: 'grace' });
    for (const subscriptionStatus of ['active', 'proforever', 'free', 'active']) {
      await admin.setPlan({ uid: 'grace', subscriptionStatus });
      expect(await user.getPlan({ uid: 'grace' })).toMatchObject({ subscriptionStatus });
    }
    await expect(
      admin.setPlan({ uid: 'grace', subscriptionStatus: 'free', shownStatus: 'proforever' }),
    ).rejects.toMatchObject({ code: 'conflict', reason: 'plan-changed' });
    await expect(user.cancelSubscription({})).rejects.toMatchObject({
      reason: 'payments-disabled',
    });
    expect(await user.getPlan({ uid: 'grace' })).toMatchObject({ subscriptionStatus: 'active' });
    await stop();
  });

  it('does not start while accounts have customers at the payment provider', async () => {
    const { customers } = stores;
    await expect(refuseLeftCustomers(customers)).resolves.toBeUndefined();
    const paying = await customers.find('paying');
    const { uid: _uid, revision: _revision, ...fields } = paying;
    await customers.save(paying, { ...fields, providerId: 'cus_1', nextCheckAt: undefined }, []);
    await expect(refuseLeftCustomers(customers)).rejects.toThrow(
      /PAYMENTS_PROVIDER is none, but 1 accounts/,
    );
  });
});
