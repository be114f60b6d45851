import { createSecurityLog, runService, startPeriodicTask } from '@tandem/kit';
import { connectNats, createNatsBus } from '@tandem/kit/bus';
import { peerCredentials, serveGrpc, watchCertificates } from '@tandem/kit/grpc';
import { connectMongo, databaseDependency, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import { createAdminLogStore } from './admin-log.store.js';
import { createAccounts } from './accounts.js';
import { createAssertions } from './assertions.js';
import { readConfig } from './config.js';
import { identityService } from './identity.rpc.js';
import { connectFirebase } from './provider.js';
import { createSessionStore } from './session.store.js';
import { createSessions } from './sessions.js';
import { createUserStore } from './user.store.js';

const sweepEveryMs = 60_000;

await runService(
  'identity',
  readConfig,
  async (config, { logger, registry, onStop, readiness }) => {
    const mongo = await connectMongo({
      url: config.MONGO_URL,
      database: config.MONGO_DB,
      logger,
      readiness,
    });
    onStop('database', () => mongo.close());
    const users = createUserStore(mongo);
    const store = createSessionStore(mongo);
    const adminLog = createAdminLogStore(mongo);
    await ensureIndexes(mongo);

    const nats = await connectNats({ url: config.NATS_URL, name: 'identity', logger, readiness });
    const bus = await createNatsBus({ connection: nats, logger, registry, readiness });
    onStop('broker', () => bus.close());
    const outbox = startOutbox({ bus, sources: [users.outbox], logger, registry });
    onStop('outbox', () => outbox.stop());

    const provider = connectFirebase({
      projectId: config.FIREBASE_PROJECT_ID,
      hasCredentials: config.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
    });
    const onEvents = () => outbox.wake();
    const policy = config.sessionPolicy;
    const sessions = createSessions({
      provider,
      users,
      store,
      adminLog,
      security: createSecurityLog(logger, registry),
      policy,
      onEvents,
    });
    const accounts = createAccounts({
      provider,
      users,
      sessions,
      store,
      policy,
      onEvents,
      logger,
    });
    const sweep = startPeriodicTask({
      label: 'deleted accounts',
      everyMs: sweepEveryMs,
      work: () => accounts.sweep(),
      logger,
    });
    onStop('sweep', () => sweep.stop());

    const certificates = watchCertificates(config.TLS_DIR, { logger });
    onStop('certificates', () => certificates.stop());
    const server = await serveGrpc({
      host: config.HOST,
      port: config.GRPC_PORT,
      logger,
      registry,
      credentials: peerCredentials(certificates),
      dependencies: [databaseDependency(mongo)],
      assertions: { audience: 'identity', keys: config.ASSERTION_KEYS },
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
    onStop('grpc', () => server.stop());
    logger.info({ port: server.port }, 'serving');
  },
);
