import { runService } from '@tandem/kit';
import { connectNats, createHints, createNatsBus } from '@tandem/kit/bus';
import { peerCredentials, serveGrpc, watchCertificates } from '@tandem/kit/grpc';
import { connectMongo, databaseDependency, ensureIndexes } from '@tandem/kit/mongo';
import { identityHandlers, shareHandlers } from './audit.events.js';
import { auditService } from './audit.rpc.js';
import { createChainStore } from './chain/chain.store.js';
import { readConfig } from './config.js';
import { createEntryStore } from './entry/entry.store.js';
import type { AuditContext } from './context.js';
import { openPlaces } from './entry/geo-location.js';
import { createSigner } from './chain/signing.js';
import { startSweeps } from './entry/sweep.js';
import { startTimestamps } from './timestamp/timestamp.js';
import { startTreeTasks } from './tree/tasks.js';
import { createTreeStore } from './tree/tree.store.js';

await runService('audit', readConfig, async (config, { logger, registry, onStop, readiness }) => {
  const findPlace = await openPlaces(config.GEOIP_DB);
  const mongo = await connectMongo({
    url: config.MONGO_URL,
    database: config.MONGO_DB,
    logger,
    readiness,
  });
  onStop('database', () => mongo.close());
  const nats = await connectNats({ url: config.NATS_URL, name: 'audit', logger, readiness });
  const bus = await createNatsBus({ connection: nats, logger, registry, readiness });
  onStop('broker', () => bus.close());

  const context: AuditContext = {
    entries: createEntryStore(mongo),
    chains: createChainStore(mongo),
    tree: createTreeStore(mongo),
    heads: { last: null },
    signer: createSigner(config.AUDIT_KEYS),
    now: () => new Date(),
  };
  await ensureIndexes(mongo);
  await context.chains.markUnknown();
  logger.info({ publicKey: context.signer.publicKey }, 'checkpoints are signed with this key');

  for (const consumer of [
    { source: 'shares', handlers: shareHandlers(context, findPlace, createHints(nats, logger)) },
    { source: 'identity', handlers: identityHandlers(context) },
  ]) {
    const subscription = await bus.consume({ durable: 'audit', ...consumer });
    onStop(`${consumer.source} events`, () => subscription.stop());
  }
  const sweeps = [
    ...startSweeps(context, { retentionMonths: config.AUDIT_RETENTION_MONTHS, logger }),
    ...startTreeTasks(context, { logger, registry }),
    ...(config.AUDIT_TIMESTAMP_URL
      ? [startTimestamps(context, { url: config.AUDIT_TIMESTAMP_URL, logger })]
      : []),
  ];
  for (const sweep of sweeps) onStop('sweep', () => sweep.stop());

  const { HOST: host, GRPC_PORT: port } = config;
  const certificates = watchCertificates(config.TLS_DIR, { logger });
  onStop('certificates', () => certificates.stop());
  const server = await serveGrpc({
    host,
    port,
    logger,
    registry,
    credentials: peerCredentials(certificates),
    assertions: { audience: 'audit', keys: config.ASSERTION_PUBLIC_KEYS },
    dependencies: [databaseDependency(mongo)],
    services: [auditService(context)],
  });
  onStop('grpc', () => server.stop());
  logger.info({ port: server.port }, 'serving');
});
