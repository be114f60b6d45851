import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createRegistry, silentLogger } from '@tandem/kit';
import { createMemoryBus, type EventBus, type MemoryBus } from '@tandem/kit/bus';
import { createGrpcClient, serveGrpc, type GrpcClient } from '@tandem/kit/grpc';
import { connectMongo, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import {
  clientFor,
  startMongo,
  testAssertions,
  testCredentials,
  testDeadlineMs,
} from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import { AnalyticsServiceDefinition } from '@tandem/proto/tandem/analytics/v1/analytics';
import type { Connection } from 'mongoose';
import { billingHandlers, identityHandlers, sharesHandlers } from '../src/analytics.events.js';
import { analyticsService } from '../src/analytics.rpc.js';
import type { AnalyticsContext } from '../src/context.js';
import { createCounter } from '../src/rollup/count.js';
import { createRollupStore } from '../src/rollup/rollup.store.js';
import { createShareStore } from '../src/rollup/share.store.js';
import { createUserStore } from '../src/rollup/user.store.js';
import { createIgnoredReports } from '../src/transfer/ignored-report.store.js';
import { createReportLimit } from '../src/transfer/report-limit.store.js';
import { createTransferStore } from '../src/transfer/transfer.store.js';

export interface Stack {
  /** On behalf of a visitor. */
  client: GrpcClient<AnalyticsServiceDefinition>;
  admin: GrpcClient<AnalyticsServiceDefinition>;
  context: AnalyticsContext;
  bus: MemoryBus;
  /** A second connection to the database, as of another replica; closed with the stack. */
  connectAgain(): Promise<Connection>;
  clock: { now: Date };
  /** Resolves once all events are published and handled. */
  settled(): Promise<void>;
  /** The names of the database commands of `work`. */
  commandsDuring(work: () => Promise<unknown>): Promise<string[]>;
  stop(): Promise<void>;
}

/** The service over real gRPC and a real database protocol, with the bus in memory. */
export const startStack = async (options: { reportsPerHour?: number } = {}): Promise<Stack> => {
  const mongo = await startMongo();
  const logger = silentLogger;
  const registry = createRegistry('test');
  const database = `analytics-${randomUUID().slice(0, 8)}`;
  // Without this option the driver emits no `commandStarted`.
  const url = `${mongo.url}&monitorCommands=true`;
  const connection = await connectMongo({ url, database, logger });
  const ownCommands = new AsyncLocalStorage<string[]>();
  connection.getClient().on('commandStarted', ({ commandName }) => {
    ownCommands.getStore()?.push(commandName);
  });
  const bus = createMemoryBus();
  const transfers = createTransferStore(connection);
  const rollups = createRollupStore(connection);
  const users = createUserStore(connection);
  const shares = createShareStore(connection);
  const reportLimit = createReportLimit(connection, options.reportsPerHour ?? 100_000);
  await ensureIndexes(connection);
  const outbox = startOutbox({ bus, sources: [transfers.outboxSource], logger, registry });
  const clock = { now: new Date() };
  const others: Connection[] = [];
  const context: AnalyticsContext = {
    transfers,
    ignored: createIgnoredReports(connection),
    rollups,
    users,
    shares,
    reportLimit,
    turnPricePerGb: 0.1,
    now: () => clock.now,
    count: createCounter({ transfers, rollups }, logger),
    publishSoon: () => outbox.wake(),
  };
  const handlers = {
    identity: identityHandlers(context),
    billing: billingHandlers(context),
    shares: sharesHandlers(context),
  };
  for (const [source, own] of Object.entries(handlers)) {
    await bus.consume({ source, durable: 'analytics', handlers: own });
  }
  const services = [analyticsService(context)];
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger,
    registry,
    credentials: await testCredentials('analytics'),
    assertions: testAssertions('analytics'),
    services,
  });
  const client = createGrpcClient(AnalyticsServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('gateway'),
    service: 'analytics',
    deadlineMs: testDeadlineMs,
  });
  return {
    client,
    admin: clientFor(client, { uid: 'admin', isAdmin: true }),
    context,
    bus,
    connectAgain: async () => {
      const another = await connectMongo({ url: mongo.url, database, logger });
      others.push(another);
      return another;
    },
    clock,
    commandsDuring: async (work) => {
      const recorded: string[] = [];
      await ownCommands.run(recorded, work);
      return recorded;
    },
    settled: async () => {
      await outbox.drained();
      await bus.settled();
    },
    stop: async () => {
      client.closeChannel();
      await server.stop();
      await outbox.stop();
      for (const each of [...others, connection]) await each.close();
      await mongo.stop();
    },
  };
};

/** Missing fields get defaults. */
const encode = (
  codec: { fromPartial(payload: never): unknown; encode(message: never): { finish(): Uint8Array } },
  payload: unknown,
) => codec.encode(codec.fromPartial(payload as never) as never).finish();

/** Publishes one event. */
export const publish = async <Key extends keyof typeof events>(
  bus: EventBus,
  name: Key,
  payload: Parameters<(typeof events)[Key]['codec']['fromPartial']>[0],
  id: string = randomUUID(),
): Promise<void> => {
  const { subject, codec } = events[name];
  await bus.publish({ id, subject, data: encode(codec, payload), traceparent: '' });
};

export const newShareId = () => randomUUID().replaceAll('-', '').slice(0, 22);

/** A share whose creation analytics has processed. */
export const knownShare = async (
  stack: Stack,
  ownerUid = 'owner',
  fileSize?: string,
): Promise<string> => {
  const shareId = newShareId();
  await publish(stack.bus, 'shareCreated', {
    share: { shareId, ownerUid, ...(fileSize !== undefined && { fileSize }) },
    createdAt: stack.clock.now,
  });
  await stack.bus.settled();
  return shareId;
};

export const report = (stack: Stack, shareId: string, more: object = {}) => ({
  shareId,
  connectionType: 'direct',
  stunServersUsed: ['stun:stun.example.test:3478'],
  turnServersUsed: [],
  localCandidateType: 'host',
  remoteCandidateType: 'host',
  bytesTransferred: 1_000_000,
  transferDurationMs: 500,
  averageSpeed: '2.00 MB/s',
  packetsLost: 0,
  userAgent: 'Mozilla/5.0',
  isMobile: false,
  browserType: 'Other',
  transferStartedAt: new Date(stack.clock.now.getTime() - 1_000),
  transferCompletedAt: stack.clock.now,
  callerEmail: '',
  ipAddress: '203.0.113.5',
  ...more,
});
