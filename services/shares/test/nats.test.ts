import { randomUUID } from 'node:crypto';
import { createRegistry, silentLogger } from '@tandem/kit';
import {
  connectNats,
  createHints,
  createNatsBus,
  followHint,
  on,
  type EventBus,
} from '@tandem/kit/bus';
import { connectMongo, ensureIndexes, startOutbox } from '@tandem/kit/mongo';
import { startMongo, startNats, type TestMongo, type TestNats } from '@tandem/kit/testing';
import { events, hints } from '@tandem/proto/events';
import { generateId } from '../src/share/password.js';
import { shareCreated } from '../src/share/share-events.js';
import { initialState } from '../src/share/share.js';
import { createShareStore } from '../src/share/share.store.js';

let mongo: TestMongo;
let nats: TestNats;
const buses: EventBus[] = [];
const registry = createRegistry('test');
beforeAll(async () => {
  [mongo, nats] = await Promise.all([startMongo(), startNats()]);
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await Promise.all([mongo.stop(), nats.stop()]);
});

const connectBus = async () => {
  const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
  const bus = await createNatsBus({ connection, logger: silentLogger, registry });
  buses.push(bus);
  return bus;
};

const newShare = () => ({
  shareId: generateId(),
  ownerUid: 'owner',
  filename: 'a',
  fileSize: '1 KB',
  fileType: 'text/plain',
  fileSizeBytes: null,
  password: { kid: '', box: '', verifier: '' },
  downloadCount: 0,
  createdAt: new Date(),
  expiresAt: new Date(),
  state: initialState,
  revision: 0,
  epoch: 0,
});

describe('share events over JetStream', () => {
  it('publishes the event of every share once with two relays', async () => {
    const connection = await connectMongo({
      url: mongo.url,
      database: `nats-${randomUUID().slice(0, 8)}`,
      logger: silentLogger,
    });
    const shares = createShareStore(connection);
    await ensureIndexes(connection);
    const count = 10;
    const ids = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const share = newShare();
      ids.add(share.shareId);
      const client = { ipAddress: '', userAgent: '' };
      await shares.insert(share, [shareCreated(share, client, { email: '', name: '' })]);
    }

    const seen: string[] = [];
    let onAll = () => {};
    const all = new Promise<void>((resolve) => {
      onAll = resolve;
    });
    const consumer = await connectBus();
    await consumer.consume({
      source: 'shares',
      durable: `test-${randomUUID().slice(0, 8)}`,
      handlers: [
        on(events.shareCreated, ({ share }) => {
          seen.push(share?.shareId ?? '');
          if (new Set(seen).size === count) onAll();
          return Promise.resolve();
        }),
      ],
    });
    const relays = await Promise.all(
      [1, 2].map(async () =>
        startOutbox({
          bus: await connectBus(),
          sources: [shares.outboxSource],
          logger: silentLogger,
          registry,
        }),
      ),
    );
    await all;
    for (const relay of relays) await relay.drained();
    expect(seen.sort()).toEqual([...ids].sort());
    expect(await shares.outboxSource.model.countDocuments({ outboxAt: { $exists: true } })).toBe(0);
    for (const relay of relays) await relay.stop();
    await connection.close();
  });
});

describe('the hint that a sender has joined', () => {
  it('is handled by one of two processes of the service', async () => {
    const connect = () => connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const [publisher, ...followers] = await Promise.all([connect(), connect(), connect()]);
    const handled: string[] = [];
    const count = 20;
    const all = new Promise<void>((resolve) => {
      const handle = ({ shareId }: { shareId: string }) => {
        handled.push(shareId);
        if (handled.length === count) resolve();
        return shareId === '3' ? Promise.reject(new Error('no database')) : Promise.resolve();
      };
      for (const follower of followers)
        followHint(follower, hints.senderJoined, { group: 'shares', logger: silentLogger, handle });
    });
    await Promise.all(followers.map((follower) => follower.flush()));
    const publish = createHints(publisher, silentLogger);
    for (let index = 0; index < count; index += 1)
      publish(hints.senderJoined, { shareId: String(index) });
    await all;
    await Promise.all([publisher, ...followers].map((each) => each.flush()));
    expect(new Set(handled).size).toBe(count);
    expect(handled).toHaveLength(count);
    await Promise.all([publisher, ...followers].map((each) => each.close()));
  });
});
