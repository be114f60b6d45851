import { runService } from '@tandem/kit';
import { connectNats, createNatsBus } from '@tandem/kit/bus';
import { peerCredentials, serveGrpc, watchCertificates } from '@tandem/kit/grpc';
import { connectMongo, databaseDependency, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import { planPolicyOf, readConfig } from './config.js';
import type { SharesContext } from './context.js';
import { createAttempts } from './access/attempts.js';
import { createDummyWrites } from './access/dummy-write.store.js';
import { createPasswordVault } from './share/password.js';
import { dayMs } from './plan/plan.js';
import { createPlanStore } from './plan/plan.store.js';
import { createShareStore } from './share/share.store.js';
import { billingHandlers, identityHandlers } from './shares.events.js';
import { sharesService } from './shares.rpc.js';
import { startSweeps } from './share/sweep.js';
import { createViewerIds } from './access/viewers.js';
import { createThrottle } from './access/throttle.store.js';
import { createUsageStore } from './plan/usage.store.js';

await runService('shares', readConfig, async (config, { logger, registry, onStop, readiness }) => {
  const mongo = await connectMongo({
    url: config.MONGO_URL,
    database: config.MONGO_DB,
    logger,
    readiness,
  });
  onStop('database', () => mongo.close());
  const nats = await connectNats({ url: config.NATS_URL, name: 'shares', logger, readiness });
  const bus = await createNatsBus({ connection: nats, logger, registry, readiness });
  onStop('broker', () => bus.close());

  const shares = createShareStore(mongo);
  const throttle = createThrottle(mongo, {
    perShare: config.GUESSES_PER_SHARE,
    windowSeconds: 3_600,
    paceSeconds: config.GUESS_PACE_SECONDS,
  });
  const stores = { shares, usage: createUsageStore(mongo), plans: createPlanStore(mongo) };
  await Promise.all([ensureIndexes(mongo), throttle.createIndexes()]);

  const outbox = startOutbox({ bus, sources: [shares.outboxSource], logger, registry });
  onStop('outbox', () => outbox.stop());

  const context: SharesContext = {
    ...stores,
    throttle,
    attempts: createAttempts(throttle, { paceMs: config.GUESS_PACE_SECONDS * 1_000 }),
    dummyWrites: createDummyWrites(mongo),
    vault: createPasswordVault(config.SHARE_PASSWORD_KEYS),
    grantKeys: config.GRANT_KEYS,
    viewerIdOf: createViewerIds(config.SHARE_PASSWORD_KEYS),
    policy: planPolicyOf(config),
    wrongPasswords: {
      limit: config.WRONG_PASSWORD_LIMIT,
      windowMs: config.WRONG_PASSWORD_WINDOW_MINUTES * 60_000,
    },
    inactiveShareMs: config.INACTIVE_SHARE_DAYS * dayMs,
    now: () => new Date(),
    publishSoon: () => outbox.wake(),
  };

  for (const consumer of [
    { source: 'billing', handlers: billingHandlers(context) },
    { source: 'identity', handlers: identityHandlers(context) },
  ]) {
    const subscription = await bus.consume({ durable: 'shares', ...consumer });
    onStop(`${consumer.source} events`, () => subscription.stop());
  }
  for (const sweep of startSweeps(context, logger)) onStop('sweep', () => sweep.stop());

  const { HOST: host, GRPC_PORT: port } = config;
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  const server = await serveGrpc({
    host,
    port,
    logger,
    registry,
    credentials: peerCredentials(certificates),
    assertions: { audience: 'shares', keys: config.ASSERTION_PUBLIC_KEYS },
    dependencies: [databaseDependency(mongo)],
    services: [sharesService(context)],
  });
  onStop('grpc', () => server.stop());
  logger.info({ port: server.port }, 'serving');
});
