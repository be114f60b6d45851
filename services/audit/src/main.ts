import { runService } from '@tandem/kit';
import { consumeEvents, createHints, openBus } from '@tandem/kit/bus';
import { openCredentials, openServer } from '@tandem/kit/grpc';
import { beforeServing, databaseDependency, ensureIndexes, openDatabase } from '@tandem/kit/mongo';
import { subjectsOf } from '@tandem/proto/events';
import { identityHandlers, maxTogether, sharesHandlers } from './audit.events.js';
import { auditService } from './audit.rpc.js';
import { createChainStore } from './chain/chain.store.js';
import { createChainEnds } from './chain/ends.js';
import { createReports } from './chain/reports.js';
import { createSigner } from './chain/signing.js';
import { readConfig } from './config.js';
import type { ServiceContext } from './context.js';
import { createEntryStore } from './entry/entry.store.js';
import { createErasureStore } from './entry/erasure.store.js';
import { openLocations } from './entry/geo-location.js';
import { startSweeps } from './entry/sweep.js';
import { createSubmissionStore } from './receipt/submission.store.js';
import { startTimestamps } from './timestamp/timestamp.js';
import { startTreeTasks } from './tree/tasks.js';
import { createTreeStore } from './tree/tree.store.js';

await runService('audit', readConfig, async (config, service) => {
  const { logger, registry, onStop } = service;
  const findLocation = await openLocations(config.GEOIP_DB);
  const mongo = await openDatabase(config, service);
  const { nats, bus } = await openBus(config, service, subjectsOf(service.name));

  const context: ServiceContext = {
    entries: createEntryStore(mongo),
    chains: createChainStore(mongo),
    erasures: createErasureStore(mongo),
    ends: createChainEnds(),
    tree: createTreeStore(mongo),
    heads: { last: null },
    submissions: createSubmissionStore(mongo),
    signer: createSigner(config.AUDIT_KEYS),
    grantKeys: config.GRANT_PUBLIC_KEYS,
    reports: createReports(() => new Date()),
    now: () => new Date(),
  };
  await ensureIndexes(mongo);
  await beforeServing(mongo, 'marks of chains without a tree', () => context.chains.markUnknown());
  logger.info({ publicKey: context.signer.publicKey }, 'checkpoints are signed with this key');

  const handlers = sharesHandlers(context, findLocation, createHints(nats, logger));
  await consumeEvents(bus, { shares: handlers }, service, maxTogether);
  await consumeEvents(bus, { identity: identityHandlers(context) }, service);
  const sweeps = [
    ...startSweeps(context, { retentionMonths: config.AUDIT_RETENTION_MONTHS, logger }),
    ...startTreeTasks(context, { logger, registry }),
    ...(config.AUDIT_TIMESTAMP_URL
      ? [startTimestamps(context, { url: config.AUDIT_TIMESTAMP_URL, logger })]
      : []),
  ];
  for (const sweep of sweeps) onStop('sweep', () => sweep.stop());

  await openServer(config, service, {
    credentials: openCredentials(config, service),
    assertionKeys: config.ASSERTION_PUBLIC_KEYS,
    dependencies: [databaseDependency(mongo)],
    services: [auditService(context)],
  });
});
