import { createRegistry, silentLogger } from '@tandem/kit';
import { createMemoryBus } from '@tandem/kit/bus';
import { connectMongo, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import type { Connection } from 'mongoose';
import { createClosing } from '../src/account-closure.js';
import { createCustomerStore } from '../src/customer.store.js';
import { createRefundFailures } from '../src/payments.js';
import { createPlans } from '../src/plans.js';
import { createPurchasing } from '../src/purchasing.js';
import { createReconciliation } from '../src/reconciliation.js';
import { createStripePayments } from '../src/stripe/payments.js';
import { createWebhookStore } from '../src/webhook.store.js';
import { createWebhooks } from '../src/webhooks.js';
import { webhookSecret, type TestProvider } from './provider.js';

/** The database and the bus, shared by all test setups. */
export const openStores = async (mongoUrl: string) => {
  const logger = silentLogger;
  const bus = createMemoryBus();
  const connection: Connection = await connectMongo({
    url: mongoUrl,
    database: `billing-${Math.random().toString(36).slice(2)}`,
    logger,
  });
  const customers = createCustomerStore(connection);
  const seen = createWebhookStore(connection);
  await ensureIndexes(connection);
  const registry = createRegistry('billing-test');
  const outbox = startOutbox({ bus, sources: [customers.outboxSource], logger, registry });
  const refundFailures = createRefundFailures(registry);
  return {
    bus,
    connection,
    customers,
    seen,
    outbox,
    refundFailures,
    stop: async () => {
      await outbox.stop();
      await connection.close();
    },
  };
};

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** The service over a real database and the provider's stand-in, with a settable clock. */
export const assembleBilling = (
  stores: Pick<Stores, 'bus' | 'customers' | 'seen' | 'outbox' | 'refundFailures'>,
  provider: TestProvider,
  { canCancelForever = true }: { canCancelForever?: boolean } = {},
) => {
  const logger = silentLogger;
  const { bus, customers, seen, outbox, refundFailures } = stores;
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const payments = createStripePayments(provider.stripe);
  const publishSoon = () => outbox.wake();
  const plans = createPlans({
    customers,
    payments,
    canCancelForever,
    publishSoon,
    refundFailures,
    logger,
    now,
  });
  const purchasing = createPurchasing({ customers, payments, plans, logger, now });
  const closing = createClosing({ customers, payments, refundFailures, logger, now });
  const { stripe } = provider;
  const secrets = ['whsec_older', webhookSecret];
  const webhooks = createWebhooks({
    stripe,
    secrets,
    customers,
    plans,
    seen,
    refundFailures,
    logger,
    now,
  });
  const reconcile = createReconciliation({
    customers,
    plans,
    payments,
    closing,
    seen,
    logger,
    now,
  });

  const buy = async (uid: string, planType: 'pro' | 'proforever', card: string) => {
    const email = `${uid}@example.test`;
    const { clientSecret, status } = await purchasing.begin({ uid, email, planType });
    if (status === 'incomplete') provider.pay(clientSecret, card);
    return { clientSecret, status };
  };

  /** Published events of a customer. */
  const changesOf = async <Payload extends { uid: string }>(
    { subject, codec }: { subject: string; codec: { decode(data: Uint8Array): Payload } },
    uid: string,
  ): Promise<Payload[]> => {
    await outbox.drained();
    return bus.published
      .filter((published) => published.subject === subject)
      .map(({ data }) => codec.decode(data))
      .filter((change) => change.uid === uid);
  };

  /** Refunds that were not made so far. */
  const refundFailuresBy = async (refusedBy: 'provider' | 'bank') =>
    (await refundFailures.get()).values.find(({ labels }) => labels['refused_by'] === refusedBy)
      ?.value;

  return {
    bus,
    customers,
    seen,
    plans,
    purchasing,
    closing,
    webhooks,
    reconcile,
    buy,
    /** Delivers all pending webhooks. */
    deliverAll: async () => {
      for (const { message } of provider.webhooks.takeHeld()) {
        await webhooks.handle({ body: Buffer.from(message.body), signature: message.signature });
      }
    },
    passTime: (ms: number) => {
      shiftMs += ms;
    },
    refundFailuresBy,
    planChanges: (uid: string) => changesOf(events.planChanged, uid),
    paymentChanges: (uid: string) => changesOf(events.paymentChanged, uid),
  };
};

export type Billing = ReturnType<typeof assembleBilling>;
