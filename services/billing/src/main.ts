import { runService, startPeriodicTask } from '@tandem/kit';
import { consumeEvents, openBus } from '@tandem/kit/bus';
import { openCredentials, openServer } from '@tandem/kit/grpc';
import { databaseDependency, ensureIndexes, openDatabase, startOutbox } from '@tandem/kit/mongo';
import { subjectsOf } from '@tandem/proto/events';
import { createClosing } from './account-closure.js';
import { identityHandlers } from './billing.events.js';
import { billingService } from './billing.rpc.js';
import { readConfig } from './config.js';
import { createCustomerStore } from './customer.store.js';
import { refuseLeftCustomers } from './left-customers.js';
import { createRefundFailures, noPayments } from './payments.js';
import { createPlans } from './plans.js';
import { createPurchasing } from './purchasing.js';
import { createReconciliation } from './reconciliation.js';
import { connectStripe } from './stripe/connection.js';
import { createStripePayments } from './stripe/payments.js';
import { createWebhookStore } from './webhook.store.js';
import { createWebhooks, noWebhooks } from './webhooks.js';

const reconcileEveryMs = 60_000;

await runService('billing', readConfig, async (config, service) => {
  const { logger, registry, onStop } = service;
  const mongo = await openDatabase(config, service);
  const customers = createCustomerStore(mongo);
  const seen = createWebhookStore(mongo);
  await ensureIndexes(mongo);
  const takesPayments = config.PAYMENTS_PROVIDER !== 'none';
  if (!takesPayments) await refuseLeftCustomers(customers);

  const { bus } = await openBus(config, service, subjectsOf(service.name));
  const outbox = startOutbox({ bus, sources: [customers.outboxSource], logger, registry });
  onStop('outbox', () => outbox.stop());

  const stripe =
    config.STRIPE_SECRET_KEY === undefined
      ? undefined
      : connectStripe({ secretKey: config.STRIPE_SECRET_KEY, apiBase: config.STRIPE_API_BASE });
  const forgetsCustomers = config.PAYMENTS_PROVIDER === 'local';
  const payments = stripe ? createStripePayments(stripe, { forgetsCustomers }) : noPayments;
  const refundFailures = createRefundFailures(registry);
  const publishSoon = () => outbox.wake();
  const canCancelForever = config.CAN_CANCEL_PROFOREVER;
  const plans = createPlans({
    customers,
    payments,
    canCancelForever,
    publishSoon,
    refundFailures,
    logger,
  });
  const purchasing = createPurchasing({ customers, payments, plans, logger });
  const closing = createClosing({ customers, payments, refundFailures, logger });

  const secrets = config.STRIPE_WEBHOOK_SECRET ?? [];
  const webhooks = stripe
    ? createWebhooks({ stripe, secrets, customers, plans, seen, refundFailures, logger })
    : noWebhooks;

  await consumeEvents(bus, { identity: identityHandlers(closing) }, service);
  const reconciliation = startPeriodicTask({
    label: 'reconciliation',
    everyMs: reconcileEveryMs,
    work: createReconciliation({ customers, plans, payments, closing, seen, logger }),
    logger,
  });
  onStop('reconciliation', () => reconciliation.stop());

  await openServer(config, service, {
    credentials: openCredentials(config, service),
    assertionKeys: config.ASSERTION_PUBLIC_KEYS,
    dependencies: [databaseDependency(mongo)],
    services: [billingService({ customers, plans, purchasing, webhooks, takesPayments })],
  });
});
