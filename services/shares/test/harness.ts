import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Agent } from 'node:https';
import { createRegistry, silentLogger } from '@tandem/kit';
import { createMemoryBus, type MemoryBus } from '@tandem/kit/bus';
import { createGrpcClient, serveGrpc, type GrpcClient } from '@tandem/kit/grpc';
import { connectMongo, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import {
  clientFor,
  startMongo,
  testAssertions,
  testCredentials,
  testDeadlineMs,
  unlimitedAdmission,
  type TestMongo,
} from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import { createAttemptLog } from '../src/access/attempt-log.store.js';
import { createAttempts } from '../src/access/attempts.js';
import { createDummyWrites } from '../src/access/dummy-write.store.js';
import { createListedAccesses } from '../src/access/listed-accesses.js';
import { createThrottle } from '../src/access/throttle.store.js';
import { createViewerIds } from '../src/access/viewers.js';
import { planPolicyOf, readConfig, vapidOf } from '../src/config.js';
import type { SharesContext } from '../src/context.js';
import { createNoticeStore } from '../src/notices/notice.store.js';
import { createWebPush } from '../src/notices/web-push.js';
import { createPlanStore } from '../src/plan/plan.store.js';
import { createUsageStore } from '../src/plan/usage.store.js';
import type { NewShare } from '../src/share/create.js';
import { createPasswordVault } from '../src/share/password.js';
import { createShareStore } from '../src/share/share.store.js';
import { billingHandlers, identityHandlers } from '../src/shares.events.js';
import { sharesService } from '../src/shares.rpc.js';
import { startIdentity } from './identity.js';

export type SharesClient = GrpcClient<SharesServiceDefinition>;

export interface Stack {
  /** The gateway, without a user. */
  client: SharesClient;
  /** May authorize joins, which the gateway may not. */
  signalling: SharesClient;
  /** The gateway, on behalf of a user. */
  as(uid: string, more?: { isAdmin?: boolean; sessionId?: string }): SharesClient;
  /** Identity considers these sessions ended. */
  endedSessions: Set<string>;
  context: SharesContext;
  bus: MemoryBus;
  mongo: TestMongo;
  database: string;
  /** The service's clock. */
  clock: { now: Date };
  commands: string[];
  /** The database commands of `work`, without those of the relay, which run beside it. */
  commandsDuring(work: () => Promise<unknown>): Promise<string[]>;
  /** The number of all database commands, with those of the relay. */
  commandsSoFar(): number;
  /** Ends when work that no caller waits for has ended. */
  settled(): Promise<void>;
  /** Payloads published under a subject, oldest first, once the outbox is empty. */
  published<Key extends keyof typeof events>(
    name: Key,
  ): Promise<ReturnType<(typeof events)[Key]['codec']['decode']>[]>;
  stop(): Promise<void>;
}

export const keyring = (kid = 'k1') => `${kid}:${randomBytes(32).toString('base64url')}`;
export const uniqueUid = () => `user-${randomUUID()}`;

/** The service with real gRPC and the real database protocol, on an in-memory bus. */
export const startStack = async (
  overrides: Record<string, string> = {},
  shared?: { mongo: TestMongo; database: string },
  pushAgent?: Agent,
): Promise<Stack> => {
  const mongo = shared?.mongo ?? (await startMongo());
  const database = shared?.database ?? `shares-${randomUUID().slice(0, 8)}`;
  const config = readConfig({
    MONGO_URL: mongo.url,
    NATS_URL: 'nats://not-used:4222',
    IDENTITY_ADDR: 'not-used:50051',
    ASSERTION_PUBLIC_KEYS: keyring(),
    GRANT_KEYS: keyring(),
    SHARE_PASSWORD_KEYS: keyring(),
    ...overrides,
  });
  const logger = silentLogger;
  const registry = createRegistry('test');
  // Without this option the driver emits no `commandStarted`.
  const url = `${mongo.url}&monitorCommands=true`;
  const connection = await connectMongo({ url, database, logger });
  const bus = createMemoryBus();
  const shares = createShareStore(connection);
  const usage = createUsageStore(connection);
  const plans = createPlanStore(connection);
  const throttle = createThrottle(connection, {
    perShare: config.GUESSES_PER_SHARE,
    windowSeconds: 3_600,
    paceSeconds: config.GUESS_PACE_SECONDS,
  });
  const attemptLog = createAttemptLog(connection);
  const notices = createNoticeStore(connection);
  const vapid = vapidOf(config);
  await Promise.all([ensureIndexes(connection), throttle.createIndexes(), notices.createIndexes()]);
  const commands: string[] = [];
  let total = 0;
  // Ignore the relay's polling.
  const isOfRelay = (filter: object | undefined) => 'outboxAt' in (filter ?? {});
  const ownCommands = new AsyncLocalStorage<string[]>();
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    ownCommands.getStore()?.push(commandName);
    total += 1;
    if (!isOfRelay(command['filter'] as object | undefined)) commands.push(commandName);
  });
  const sources = [shares.outboxSource, attemptLog.outboxSource];
  const outbox = startOutbox({ bus, sources, logger, registry });
  const clock = { now: new Date() };
  const background: Promise<void>[] = [];
  const identity = await startIdentity();
  const attempts = createAttempts(throttle, {
    paceMs: config.GUESS_PACE_SECONDS * 1_000,
    onFailure: (error) => {
      throw error;
    },
  });
  const context: SharesContext = {
    shares,
    usage,
    plans,
    throttle,
    attempts,
    attemptLog,
    shouldLogAccess: createListedAccesses(() => clock.now),
    dummyWrites: createDummyWrites(connection),
    vault: createPasswordVault(config.SHARE_PASSWORD_KEYS),
    grantKeys: config.GRANT_KEYS,
    viewerIdOf: createViewerIds(config.SHARE_PASSWORD_KEYS),
    notices: {
      store: notices,
      send: vapid && createWebPush(vapid, { logger, ...(pushAgent && { agent: pushAgent }) }),
      services: config.PUSH_SERVICE_HOSTS,
    },
    identity: identity.client,
    inBackground: (_label, work) => {
      background.push(work());
    },
    policy: planPolicyOf(config),
    wrongPasswords: { limit: config.WRONG_PASSWORD_LIMIT, windowMs: 3_600_000 },
    inactiveShareMs: config.INACTIVE_SHARE_DAYS * 86_400_000,
    now: () => clock.now,
    publishSoon: (source = shares.outboxSource) => outbox.wake(source),
  };
  await bus.consume({ source: 'billing', durable: 'shares', handlers: billingHandlers(context) });
  await bus.consume({ source: 'identity', durable: 'shares', handlers: identityHandlers(context) });
  const services = [sharesService(context)];
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger,
    registry,
    credentials: await testCredentials('shares'),
    assertions: testAssertions('shares'),
    admission: unlimitedAdmission(registry),
    services,
  });
  const connectAs = async (caller: string): Promise<SharesClient> =>
    createGrpcClient(SharesServiceDefinition, `127.0.0.1:${server.port}`, {
      credentials: await testCredentials(caller),
      service: 'shares',
      deadlineMs: testDeadlineMs,
    });
  const client = await connectAs('gateway');
  const signalling = await connectAs('signalling');
  const commandsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const recorded: string[] = [];
    await ownCommands.run(recorded, work);
    return recorded;
  };
  return {
    client,
    signalling,
    commandsDuring,
    commandsSoFar: () => total,
    as: (uid, more) => clientFor(client, { uid, ...more }),
    endedSessions: identity.ended,
    context,
    bus,
    mongo,
    database,
    clock,
    commands,
    settled: async () => {
      await Promise.all(background.splice(0));
    },
    published: async (name) => {
      await outbox.drained();
      await bus.settled();
      const { subject, codec } = events[name];
      return bus.published
        .filter((message) => message.subject === subject)
        .map(({ data }) => codec.decode(data) as never);
    },
    stop: async () => {
      client.closeChannel();
      signalling.closeChannel();
      await server.stop();
      await identity.stop();
      await outbox.stop();
      await attempts.flush();
      await connection.close();
      if (!shared) await mongo.stop();
    },
  };
};

export const createFor = (client: SharesClient, ownerUid: string, more: object = {}) =>
  clientFor(client, { uid: ownerUid }).createShare({
    filename: 'holiday.mp4',
    fileSize: '1.50 GB',
    fileType: 'video/mp4',
    client: { ipAddress: '198.51.100.7', userAgent: 'Sender/1.0' },
    ownerEmail: 'owner@example.test',
    ownerName: 'Olga Owner',
    ...more,
  });

/** A request to create a share, as the domain takes it, with the fields of `createFor`. */
export const newShare = (ownerUid: string, more: Partial<NewShare> = {}): NewShare => ({
  ownerUid,
  ownerEmail: 'owner@example.test',
  ownerName: 'Olga Owner',
  filename: 'holiday.mp4',
  fileSize: '1.50 GB',
  fileType: 'video/mp4',
  fileSizeBytes: null,
  expiresInDays: 0,
  client: visitor(),
  idempotencyKey: '',
  asksFirst: false,
  note: '',
  label: '',
  maxDownloads: 0,
  password: '',
  ...more,
});

/** Every visitor has an address in a different network, so that tests do not share a throttle. */
let visitors = 0;
export const visitor = () => {
  visitors += 1;
  const ipAddress = `10.${(visitors >> 8) & 255}.${visitors & 255}.9`;
  return { ipAddress, userAgent: 'Receiver/1.0' };
};

export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'not rejected',
    (error: unknown) => {
      const { code, reason, message } = error as { code: string; reason: string; message: string };
      return { code, reason, message };
    },
  );
