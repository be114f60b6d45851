import { createSecurityLog, runService, startPeriodicTask } from '@tandem/kit';
import { openBus } from '@tandem/kit/bus';
import { openCredentials, openServer } from '@tandem/kit/grpc';
import { databaseDependency, ensureIndexes, openDatabase, startOutbox } from '@tandem/kit/mongo';
import { subjectsOf } from '@tandem/proto/events';
import { createAccounts } from './accounts.js';
import { createAdminLogStore } from './admin-log.store.js';
import { createAssertions } from './assertions.js';
import { readConfig } from './config.js';
import { identityService } from './identity.rpc.js';
import { connectFirebase } from './provider.js';
import { createSessionStore } from './session/session.store.js';
import { createSessions } from './session/sessions.js';
import { createUserStore } from './user.store.js';

const sweepEveryMs = 60_000;

await runService('identity', readConfig, async (config, service) => {
  const { logger, registry, onStop } = service;
  const mongo = await openDatabase(config, service);
  const users = createUserStore(mongo);
  const store = createSessionStore(mongo);
  const adminLog = createAdminLogStore(mongo);
  await ensureIndexes(mongo);

  const { bus } = await openBus(config, service, subjectsOf(service.name));
  const outbox = startOutbox({ bus, sources: [users.outboxSource], logger, registry });
  onStop('outbox', () => outbox.stop());

  const provider = connectFirebase({
    projectId: config.FIREBASE_PROJECT_ID,
    hasCredentials: config.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
  });
  const publishSoon = () => outbox.wake();
  const policy = config.sessionPolicy;
  const sessions = createSessions({
    provider,
    users,
    store,
    adminLog,
    security: createSecurityLog(logger, registry),
    policy,
    publishSoon,
    logger,
  });
  const accounts = createAccounts({
    provider,
    users,
    sessions,
    store,
    policy,
    publishSoon,
    logger,
  });
  const sweep = startPeriodicTask({
    label: 'deleted accounts',
    everyMs: sweepEveryMs,
    work: () => accounts.sweep(),
    logger,
  });
  onStop('sweep', () => sweep.stop());

  await openServer(config, service, {
    credentials: openCredentials(config, service),
    assertionKeys: config.ASSERTION_KEYS,
    dependencies: [databaseDependency(mongo)],
    services: [
      identityService({
        users,
        sessions,
        accounts,
        assertions: createAssertions({ keys: config.ASSERTION_KEYS }),
        adminLog,
      }),
    ],
  });
});
