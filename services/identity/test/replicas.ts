import { createRegistry, silentLogger, type SecurityEvent } from '@tandem/kit';
import { createMemoryBus } from '@tandem/kit/bus';
import { createGrpcClient, serveGrpc } from '@tandem/kit/grpc';
import { connectMongo, ensureIndexes, startOutbox, type Outbox } from '@tandem/kit/mongo';
import {
  clientFor,
  startMongo,
  testAssertionKeys,
  testAssertions,
  testCredentials,
  testDeadlineMs,
} from '@tandem/kit/testing';
import { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import type { Connection } from 'mongoose';
import { createAccounts } from '../src/accounts.js';
import { createAdminLogStore } from '../src/admin-log.store.js';
import { createAssertions } from '../src/assertions.js';
import { identityService } from '../src/identity.rpc.js';
import { connectFirebase } from '../src/provider.js';
import { defaultSessionPolicy } from '../src/session/session.js';
import { createSessionStore } from '../src/session/session.store.js';
import { createSessions } from '../src/session/sessions.js';
import { createUserStore } from '../src/user.store.js';
import { projectId, startAuthEmulator } from './auth-emulator.js';

const logger = silentLogger;
const registry = createRegistry('identity-test');

/** What the replicas have in common. */
interface Shared {
  connection: Connection;
  outbox: Outbox;
  securityEvents: SecurityEvent[];
  now: () => Date;
}

/** One replica of the service with its own cache and the shared database. */
const startReplica = async ({ connection, outbox, securityEvents, now }: Shared) => {
  connection.deleteModel(/./);
  const users = createUserStore(connection);
  const store = createSessionStore(connection);
  const provider = connectFirebase({ projectId, hasCredentials: false });
  const publishSoon = () => outbox.wake();
  const adminLog = createAdminLogStore(connection);
  const policy = defaultSessionPolicy;
  const sessions = createSessions({
    provider,
    users,
    store,
    adminLog,
    security: { record: (event) => securityEvents.push(event) },
    policy,
    publishSoon,
    logger,
    now,
  });
  const parts = { provider, users, sessions, store, policy, publishSoon, logger, now };
  const accounts = createAccounts(parts);
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger,
    registry,
    credentials: await testCredentials('identity'),
    assertions: testAssertions('identity'),
    services: [
      identityService({
        users,
        sessions,
        accounts,
        adminLog,
        assertions: createAssertions({ keys: testAssertionKeys, now }),
      }),
    ],
  });
  const connect = async (caller: string) =>
    createGrpcClient(IdentityServiceDefinition, `127.0.0.1:${server.port}`, {
      credentials: await testCredentials(caller),
      service: 'identity',
      deadlineMs: testDeadlineMs,
    });
  const client = await connect('gateway');
  const signalling = await connect('signalling');
  return {
    client,
    signalling,
    /** On behalf of a user, by default in a session of its own. */
    as: (uid: string, sessionId = `session-of-${uid}`) => clientFor(client, { uid, sessionId }),
    admin: clientFor(client, { uid: 'admin', isAdmin: true }),
    accounts,
    provider,
    sessionStore: store,
    stop: async () => {
      client.closeChannel();
      signalling.closeChannel();
      await server.stop();
    },
  };
};

/** Two replicas on one database and the real Auth emulator, with a clock that tests shift. */
export const startReplicas = async () => {
  const [mongo, emulator] = await Promise.all([startMongo(), startAuthEmulator()]);
  const connection = await connectMongo({ url: mongo.url, database: 'identity', logger });
  const users = createUserStore(connection);
  createSessionStore(connection);
  createAdminLogStore(connection);
  await ensureIndexes(connection);
  const bus = createMemoryBus();
  const outbox = startOutbox({ bus, sources: [users.outboxSource], logger, registry });
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const securityEvents: SecurityEvent[] = [];
  const shared = { connection, outbox, securityEvents, now };
  const here = await startReplica(shared);
  const elsewhere = await startReplica(shared);
  return {
    mongo,
    emulator,
    connection,
    bus,
    outbox,
    /** Logged by both replicas. */
    securityEvents,
    here,
    elsewhere,
    /** Runs `work` this much later. */
    later: async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
      shiftMs += ms;
      try {
        return await work();
      } finally {
        shiftMs -= ms;
      }
    },
    stop: async () => {
      await Promise.all([here.stop(), elsewhere.stop()]);
      await outbox.stop();
      await connection.close();
      await Promise.all([mongo.stop(), emulator.stop()]);
    },
  };
};

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;

export const noBrowser = { sessionCookie: '', userAgent: '', ipAddress: '' };
export const byIdToken = (value: string) => ({
  credential: { $case: 'idToken' as const, value },
});
export const byCookie = (value: string) => ({
  credential: { $case: 'sessionCookie' as const, value },
});
