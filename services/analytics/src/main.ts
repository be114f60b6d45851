import { runService } from '@tandem/kit';
import { connectNats, createNatsBus } from '@tandem/kit/bus';
import { peerCredentials, serveGrpc, watchCertificates } from '@tandem/kit/grpc';
import { connectMongo, databaseDependency, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import { billingHandlers, identityHandlers, sharesHandlers } from './analytics.events.js';
import { analyticsService } from './analytics.rpc.js';
import { readConfig } from './config.js';
import type { AnalyticsContext } from './context.js';
import { createCounter } from './rollup/count.js';
import { createReportLimit } from './transfer/report-limit.store.js';
import { createRollupStore } from './rollup/rollup.store.js';
import { createShareStore } from './rollup/share.store.js';
import { startSweeps } from './sweep.js';
import { createTransferStore } from './transfer/transfer.store.js';
import { createUserStore } from './rollup/user.store.js';

await runService('analytics', readConfig, async (config, service) => {
  const { logger, registry, onStop, readiness } = service;
  const mongo = await connectMongo({
    url: config.MONGO_URL,
    database: config.MONGO_DB,
    logger,
    readiness,
  });
  onStop('database', () => mongo.close());
  const nats = await connectNats({ url: config.NATS_URL, name: 'analytics', logger, readiness });
  const bus = await createNatsBus({ connection: nats, logger, registry, readiness });
  onStop('broker', () => bus.close());

  const transfers = createTransferStore(mongo);
  const rollups = createRollupStore(mongo);
  const users = createUserStore(mongo);
  const shares = createShareStore(mongo);
  const reportLimit = createReportLimit(mongo, config.TRANSFER_REPORTS_PER_HOUR);
  await ensureIndexes(mongo);
  const outbox = startOutbox({ bus, sources: [transfers.outboxSource], logger, registry });
  onStop('outbox', () => outbox.stop());

  const context: AnalyticsContext = {
    transfers,
    rollups,
    users,
    shares,
    reportLimit,
    turnPricePerGb: config.TURN_PRICE_PER_GB,
    now: () => new Date(),
    count: createCounter({ transfers, rollups }, logger),
    publishSoon: () => outbox.wake(),
  };
  for (const consumer of [
    { source: 'identity', handlers: identityHandlers(context) },
    { source: 'billing', handlers: billingHandlers(context) },
    { source: 'shares', handlers: sharesHandlers(context) },
  ]) {
    const subscription = await bus.consume({ durable: 'analytics', ...consumer });
    onStop(`${consumer.source} events`, () => subscription.stop());
  }
  const sweeps = startSweeps(context, { retentionDays: config.TRANSFER_RETENTION_DAYS, logger });
  for (const sweep of sweeps) onStop('sweep', () => sweep.stop());

  const services = [analyticsService(context)];
  const { HOST: host, GRPC_PORT: port } = config;
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  const server = await serveGrpc({
    host,
    port,
    logger,
    registry,
    credentials: peerCredentials(certificates),
    assertions: { audience: 'analytics', keys: config.ASSERTION_PUBLIC_KEYS },
    dependencies: [databaseDependency(mongo)],
    services,
  });
  onStop('grpc', () => server.stop());
  logger.info({ port: server.port }, 'serving');
});
