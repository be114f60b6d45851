import { runService } from '@tandem/kit';
import { consumeEvents, openBus } from '@tandem/kit/bus';
import { openCredentials, openServer } from '@tandem/kit/grpc';
import { databaseDependency, ensureIndexes, openDatabase, startOutbox } from '@tandem/kit/mongo';
import { subjectsOf } from '@tandem/proto/events';
import {
  billingHandlers,
  identityHandlers,
  maxTogether,
  sharesHandlers,
} from './analytics.events.js';
import { analyticsService } from './analytics.rpc.js';
import { readConfig } from './config.js';
import type { AnalyticsContext } from './context.js';
import { createCounter } from './rollup/count.js';
import { createRollupStore } from './rollup/rollup.store.js';
import { createShareStore } from './rollup/share.store.js';
import { createUserStore } from './rollup/user.store.js';
import { startSweeps } from './sweep.js';
import { createIgnoredReports } from './transfer/ignored-report.store.js';
import { createReportLimit } from './transfer/report-limit.store.js';
import { createTransferStore } from './transfer/transfer.store.js';

await runService('analytics', readConfig, async (config, service) => {
  const { logger, registry, onStop } = service;
  const mongo = await openDatabase(config, service);
  const { bus } = await openBus(config, service, subjectsOf(service.name));

  const transfers = createTransferStore(mongo);
  const ignored = createIgnoredReports(mongo);
  const rollups = createRollupStore(mongo);
  const users = createUserStore(mongo);
  const shares = createShareStore(mongo);
  const reportLimit = createReportLimit(mongo, config.TRANSFER_REPORTS_PER_HOUR);
  await ensureIndexes(mongo);
  const outbox = startOutbox({ bus, sources: [transfers.outboxSource], logger, registry });
  onStop('outbox', () => outbox.stop());

  const context: AnalyticsContext = {
    transfers,
    ignored,
    rollups,
    users,
    shares,
    reportLimit,
    turnPricePerGb: config.TURN_PRICE_PER_GB,
    now: () => new Date(),
    count: createCounter({ transfers, rollups }, logger),
    publishSoon: () => outbox.wake(),
  };
  const oneByOne = { identity: identityHandlers(context), billing: billingHandlers(context) };
  await consumeEvents(bus, oneByOne, service);
  // Written together, in order; events of users and plans are rare and handled one by one.
  await consumeEvents(bus, { shares: sharesHandlers(context) }, service, maxTogether);
  const sweeps = startSweeps(context, { retentionDays: config.TRANSFER_RETENTION_DAYS, logger });
  for (const sweep of sweeps) onStop('sweep', () => sweep.stop());

  await openServer(config, service, {
    credentials: openCredentials(config, service),
    assertionKeys: config.ASSERTION_PUBLIC_KEYS,
    dependencies: [databaseDependency(mongo)],
    services: [analyticsService(context)],
  });
});
