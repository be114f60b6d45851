import { dayMs, runService } from '@tandem/kit';
import { consumeEvents, followHint, openBus } from '@tandem/kit/bus';
import { createGrpcClient, openCredentials, openServer } from '@tandem/kit/grpc';
import {
  beforeServing,
  databaseDependency,
  ensureIndexes,
  openDatabase,
  startOutbox,
} from '@tandem/kit/mongo';
import { hints, subjectsOf } from '@tandem/proto/events';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import { createAttemptLog } from './access/attempt-log.store.js';
import { createAttempts } from './access/attempts.js';
import { createDummyWrites } from './access/dummy-write.store.js';
import { createListedAccesses } from './access/listed-accesses.js';
import { createThrottle } from './access/throttle.store.js';
import { createViewerIds } from './access/viewers.js';
import { planPolicyOf, readConfig, vapidOf } from './config.js';
import type { SharesContext } from './context.js';
import { createNoticeStore } from './notices/notice.store.js';
import { notifySenderBack } from './notices/notices.js';
import { createWebPush } from './notices/web-push.js';
import { createPlanStore } from './plan/plan.store.js';
import { createUsageStore } from './plan/usage.store.js';
import { createPasswordVault } from './share/password.js';
import { createShareStore } from './share/share.store.js';
import { startSweeps } from './share/sweep.js';
import { billingHandlers, identityHandlers } from './shares.events.js';
import { sharesService } from './shares.rpc.js';

await runService('shares', readConfig, async (config, service) => {
  const { logger, registry, onStop } = service;
  const mongo = await openDatabase(config, service);
  const { nats, bus } = await openBus(config, service, subjectsOf(service.name));

  const shares = createShareStore(mongo);
  const throttle = createThrottle(mongo, {
    perShare: config.GUESSES_PER_SHARE,
    windowSeconds: 3_600,
    paceSeconds: config.GUESS_PACE_SECONDS,
  });
  const stores = { shares, usage: createUsageStore(mongo), plans: createPlanStore(mongo) };
  const attemptLog = createAttemptLog(mongo);
  const notices = createNoticeStore(mongo);
  const vapid = vapidOf(config);
  await ensureIndexes(mongo);
  await beforeServing(mongo, 'indexes of password attempts', () => throttle.createIndexes());
  await beforeServing(mongo, 'indexes of notices', () => notices.createIndexes());

  const sources = [shares.outboxSource, attemptLog.outboxSource];
  const outbox = startOutbox({ bus, sources, logger, registry });
  onStop('outbox', () => outbox.stop());

  const attempts = createAttempts(throttle, {
    paceMs: config.GUESS_PACE_SECONDS * 1_000,
    onFailure: (error) => logger.warn({ err: error }, 'could not refund password attempts'),
  });
  onStop('attempts', () => attempts.flush());

  const credentials = openCredentials(config, service);
  const identity = createGrpcClient(IdentityServiceDefinition, config.IDENTITY_ADDR, {
    credentials,
    service: 'identity',
  });
  onStop('identity client', () => identity.closeChannel());

  const context: SharesContext = {
    ...stores,
    throttle,
    attempts,
    attemptLog,
    shouldLogAccess: createListedAccesses(() => new Date()),
    dummyWrites: createDummyWrites(mongo),
    vault: createPasswordVault(config.SHARE_PASSWORD_KEYS),
    grantKeys: config.GRANT_KEYS,
    viewerIdOf: createViewerIds(config.SHARE_PASSWORD_KEYS),
    notices: {
      store: notices,
      send: vapid && createWebPush(vapid, { logger }),
      services: config.PUSH_SERVICE_HOSTS,
    },
    identity,
    inBackground: (label, work) => {
      work().catch((error: unknown) => logger.warn({ err: error }, `${label} failed`));
    },
    policy: planPolicyOf(config),
    wrongPasswords: {
      limit: config.WRONG_PASSWORD_LIMIT,
      windowMs: config.WRONG_PASSWORD_WINDOW_MINUTES * 60_000,
    },
    inactiveShareMs: config.INACTIVE_SHARE_DAYS * dayMs,
    now: () => new Date(),
    publishSoon: (source = shares.outboxSource) => outbox.wake(source),
  };

  await consumeEvents(
    bus,
    { billing: billingHandlers(context), identity: identityHandlers(context) },
    service,
  );
  followHint(nats, hints.senderJoined, {
    group: 'shares',
    logger,
    handle: ({ shareId }) => notifySenderBack(context, shareId),
  });
  for (const sweep of startSweeps(context, logger)) onStop('sweep', () => sweep.stop());

  await identity.connect();
  await openServer(config, service, {
    credentials,
    assertionKeys: config.ASSERTION_PUBLIC_KEYS,
    dependencies: [databaseDependency(mongo)],
    services: [sharesService(context)],
  });
});
