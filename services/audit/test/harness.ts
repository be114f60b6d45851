import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  createRegistry,
  parseKeyring,
  publicKeysOf,
  signClaims,
  signingKeys,
  silentLogger,
  verificationKeys,
  ServiceError,
} from '@tandem/kit';
import { createMemoryBus, type EventBus, type MemoryBus } from '@tandem/kit/bus';
import { createGrpcClient, serveGrpc, type GrpcClient } from '@tandem/kit/grpc';
import { connectMongo, ensureIndexes } from '@tandem/kit/mongo';
import {
  clientFor,
  startMongo,
  testAssertions,
  testCredentials,
  testDeadlineMs,
} from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import { grantAudience } from '@tandem/proto/grant';
import { AuditServiceDefinition } from '@tandem/proto/tandem/audit/v1/audit';
import { erasePerson } from '../src/audit-log.js';
import { identityHandlers, sharesHandlers } from '../src/audit.events.js';
import { auditService } from '../src/audit.rpc.js';
import { createChainStore } from '../src/chain/chain.store.js';
import { createChainEnds } from '../src/chain/ends.js';
import { createReports } from '../src/chain/reports.js';
import { createSigner } from '../src/chain/signing.js';
import type { ServiceContext } from '../src/context.js';
import { createEntryStore } from '../src/entry/entry.store.js';
import { createErasureStore } from '../src/entry/erasure.store.js';
import type { FindLocation } from '../src/entry/geo-location.js';
import { removeOldEntries } from '../src/entry/sweep.js';
import { createSubmissionStore } from '../src/receipt/submission.store.js';
import { createTreeStore } from '../src/tree/tree.store.js';

const berlin = { city: 'Berlin', region: 'Land Berlin', country: 'Germany' };
const nowhere = { city: null, region: null, country: null };
export const findLocation: FindLocation = (ip) => (ip.startsWith('203.0.113.') ? berlin : nowhere);

const grantRing = `g1:${randomBytes(32).toString('base64url')}`;

/** A grant of a share as shares signs it, by default for a recipient. */
export const grantOf = (shareId: string, more: { role?: string; now?: Date } = {}): string => {
  const { role = 'receiver', now = new Date() } = more;
  const keys = signingKeys(parseKeyring(grantRing));
  return signClaims({ shareId, role }, { keys, audience: grantAudience, ttlSeconds: 600, now })
    .token;
};

const newKeys = () => parseKeyring(`a1:${randomBytes(32).toString('base64url')}`);

type Rows = ReturnType<Awaited<ReturnType<typeof connectMongo>>['collection']>;

export interface Stack {
  /** On behalf of an admin. */
  client: GrpcClient<AuditServiceDefinition>;
  /** Without a user. */
  visitor: GrpcClient<AuditServiceDefinition>;
  /** On behalf of a user. */
  as(uid: string): GrpcClient<AuditServiceDefinition>;
  context: ServiceContext;
  bus: MemoryBus;
  clock: { now: Date };
  /** The names of the database commands of `work`. */
  commandsDuring(work: () => Promise<unknown>): Promise<string[]>;
  /** The stored rows, for reading and tampering. */
  rows: { entries: Rows; chains: Rows; leaves: Rows; nodes: Rows; heads: Rows; erasures: Rows };
  stop(): Promise<void>;
}

/** The service over real gRPC and a real database protocol, with the bus in memory. */
export const startStack = async (): Promise<Stack> => {
  const mongo = await startMongo();
  const logger = silentLogger;
  const database = `audit-${randomUUID().slice(0, 8)}`;
  // Without this option the driver emits no `commandStarted`.
  const url = `${mongo.url}&monitorCommands=true`;
  const connection = await connectMongo({ url, database, logger });
  const ownCommands = new AsyncLocalStorage<string[]>();
  connection.getClient().on('commandStarted', ({ commandName }) => {
    ownCommands.getStore()?.push(commandName);
  });
  const clock = { now: new Date() };
  const context: ServiceContext = {
    entries: createEntryStore(connection),
    chains: createChainStore(connection),
    erasures: createErasureStore(connection),
    ends: createChainEnds(),
    tree: createTreeStore(connection),
    heads: { last: null },
    submissions: createSubmissionStore(connection),
    grantKeys: verificationKeys(parseKeyring(publicKeysOf(grantRing))),
    reports: createReports(() => clock.now),
    signer: createSigner(newKeys()),
    now: () => clock.now,
  };
  await ensureIndexes(connection);
  const bus = createMemoryBus();
  const consume = (source: string, handlers: ReturnType<typeof identityHandlers>) =>
    bus.consume({ source, durable: 'audit', handlers });
  await consume(
    'shares',
    sharesHandlers(context, findLocation, () => undefined),
  );
  await consume('identity', identityHandlers(context));
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger,
    registry: createRegistry('test'),
    credentials: await testCredentials('audit'),
    assertions: testAssertions('audit'),
    services: [auditService(context)],
  });
  const client = createGrpcClient(AuditServiceDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('gateway'),
    service: 'audit',
    deadlineMs: testDeadlineMs,
  });
  return {
    client: clientFor(client, { uid: 'admin', isAdmin: true }),
    visitor: client,
    as: (uid) => clientFor(client, { uid }),
    context,
    bus,
    clock,
    commandsDuring: async (work) => {
      const recorded: string[] = [];
      await ownCommands.run(recorded, work);
      return recorded;
    },
    rows: {
      entries: connection.collection('entries'),
      chains: connection.collection('chains'),
      leaves: connection.collection('leaves'),
      nodes: connection.collection('nodes'),
      heads: connection.collection('heads'),
      erasures: connection.collection('erasures'),
    },
    stop: async () => {
      client.closeChannel();
      await server.stop();
      await connection.close();
      await mongo.stop();
    },
  };
};

export const uniqueUid = () => `owner-${randomUUID()}`;
export const shareOf = (ownerUid: string, filename = 'scan.dcm') => ({
  shareId: 'S'.repeat(22),
  ownerUid,
  filename,
  fileSize: '2.00 MB',
});
export const origin = { ipAddress: '203.0.113.9', userAgent: 'Mozilla/5.0 Firefox/153.0' };

/** Erases a person as the command does, without its wait. */
export const erase = ({ context }: Pick<Stack, 'context'>, email: string): Promise<number> =>
  erasePerson(context, email, () => Promise.resolve());

/** Missing fields get defaults. */
const encode = (
  codec: { fromPartial(payload: never): unknown; encode(message: never): { finish(): Uint8Array } },
  payload: unknown,
) => codec.encode(codec.fromPartial(payload as never) as never).finish();

/** Publishes one event and returns its id. */
export const publish = async <Key extends keyof typeof events>(
  bus: EventBus,
  name: Key,
  payload: Parameters<(typeof events)[Key]['codec']['fromPartial']>[0],
  overrides: { id?: string; subject?: string } = {},
): Promise<string> => {
  const { codec } = events[name];
  const { id = randomUUID(), subject = events[name].subject } = overrides;
  const data = encode(codec, payload);
  await bus.publish({ id, subject, data, traceparent: '' });
  return id;
};

export const entriesOf = async ({ client }: Stack, ownerUid: string) =>
  (await client.listEntries({ ownerUid })).entries;

/** The error with which the service refuses a call; null when it answers, or fails in another way. */
export const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ServiceError ? error : null),
  );

/** The runs of the sweep by which entries past the retention are gone: the first moves the base, the next one deletes. */
export const passRetention = async (stack: Stack, months: number): Promise<void> => {
  await removeOldEntries(stack.context, months);
  stack.clock.now = new Date(stack.clock.now.getTime() + 1_200_000);
  await removeOldEntries(stack.context, months);
};

/** A log of `count` downloads one minute apart until now, oldest first. */
export const fill = async (stack: Stack, ownerUid: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = new Date(stack.clock.now.getTime() - (count - index) * 60_000);
    ids.push(
      await publish(stack.bus, 'downloadCompleted', {
        share: shareOf(ownerUid, `file ${index}.bin`),
        at,
        origin,
        accessorName: `Person ${index}`,
        accessorEmail: `person${index}@example.test`,
        delivery: {
          deliveryId: String(index).padStart(22, 'd'),
          standing: 'claimed',
          reportedBy: 'recipient',
          bytes: index,
          reason: '',
        },
      }),
    );
  }
  await stack.bus.settled();
  return ids;
};
