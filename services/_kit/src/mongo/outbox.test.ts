import { Schema, type Connection, type Model } from 'mongoose';
import { v7 as timeOrderedId } from 'uuid';
import type { EventDefinition } from '../bus/bus.js';
import { createMemoryBus, type MemoryBus } from '../bus/memory.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startMongo, type TestMongo } from '../testing/mongo.js';
import { connectMongo } from './connect.js';
import { startOutbox, type OutboxSource } from './outbox-relay.js';
import {
  addOutboxIndex,
  appendEvents,
  createEventLog,
  logEvents,
  newEvent,
  outboxFields,
  withEvents,
} from './outbox.js';

const moved: EventDefinition<string> = {
  subject: 'things.thing.moved.v1',
  codec: {
    encode: (text) => ({ finish: () => Buffer.from(text) }),
    decode: (data) => Buffer.from(data).toString(),
  },
};

interface Thing {
  _id: string;
  isDeleted?: boolean;
}

describe('outbox', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let things: Model<Thing>;
  let bus: MemoryBus;
  beforeAll(async () => {
    mongo = await startMongo();
    connection = await connectMongo({ url: mongo.url, database: 'outbox', logger: silentLogger });
    const schema = new Schema<Thing>({ _id: String, isDeleted: Boolean, ...outboxFields });
    addOutboxIndex(schema);
    things = connection.model<Thing>('Thing', schema);
    await things.createIndexes();
  });
  afterAll(async () => {
    await connection.close();
    await mongo.stop();
  });
  beforeEach(async () => {
    bus = createMemoryBus();
    await things.deleteMany({});
  });

  const start = (sources: readonly OutboxSource[] = [{ model: things }], on = bus) =>
    startOutbox({ bus: on, sources, logger: silentLogger, registry: createRegistry('test') });
  const texts = () => bus.published.map(({ data }) => moved.codec.decode(data));
  const create = (id: string, ...payloads: string[]) =>
    things.collection.insertOne({
      _id: id,
      ...withEvents(...payloads.map((payload) => newEvent(moved, payload))),
    } as never);

  it('publishes the events of a document in order and clears its outbox', async () => {
    await create('a', 'one', 'two');
    await things.updateOne({ _id: 'a' }, { $set: appendEvents(newEvent(moved, 'three')) });
    const outbox = start();
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(await things.findById('a').lean()).toEqual({ _id: 'a' });
    await outbox.stop();
  });

  it('loses no event and changes no id when the broker fails between two events', async () => {
    await create('a', 'one', 'two');
    let calls = 0;
    const flaky: MemoryBus = {
      ...bus,
      publish: (message) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('disconnected')) : bus.publish(message);
      },
    };
    const outbox = start(undefined, flaky);
    await outbox.drained();
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    await outbox.stop();
  });

  it('publishes every event once by id with two relays and concurrent writers', async () => {
    const relays = [start(), start()];
    const count = 100;
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const id = `t${index % 10}`;
        await things.updateOne(
          { _id: id },
          { $set: appendEvents(newEvent(moved, String(index))) },
          { upsert: true },
        );
        relays[index % 2]?.wake();
      }),
    );
    await Promise.all(relays.map((relay) => relay.drained()));
    expect(
      texts()
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(await things.countDocuments({ outboxAt: { $exists: true } })).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it('measures the age of the oldest event, also of a document that gets new ones', async () => {
    const registry = createRegistry('age');
    const broken = { ...bus, publish: () => Promise.reject(new Error('no broker')) };
    const old = { ...newEvent(moved, 'one'), id: timeOrderedId({ msecs: Date.now() - 3_600_000 }) };
    const both = { $set: appendEvents(old, newEvent(moved, 'two')) };
    await things.updateOne({ _id: 'a' }, both, { upsert: true });
    await things.updateOne({ _id: 'a' }, { $set: appendEvents(newEvent(moved, 'three')) });
    const sources = [{ model: things }];
    const outbox = startOutbox({ bus: broken, sources, logger: silentLogger, registry });
    await outbox.drained();
    const age = /outbox_oldest_seconds\S* ([\d.]+)/.exec(await registry.metrics())?.[1];
    expect(Math.floor(Number(age) / 60)).toBe(60);
    await outbox.stop();
  });

  // A webhook delivered twice writes the same failed-payment event again, possibly with a plan change beside it.
  it('publishes an event that is appended together with a repeat of the one being published', async () => {
    const repeated = () => ({ ...newEvent(moved, 'one'), id: 'id-of-the-provider' });
    await things.collection.insertOne({ _id: 'a', ...withEvents(repeated()) } as never);
    const busy: MemoryBus = {
      ...bus,
      publish: async (message) => {
        if (bus.published.length === 0) {
          const both = appendEvents(repeated(), newEvent(moved, 'two'));
          await things.updateOne({ _id: 'a' }, { $set: both });
        }
        await bus.publish(message);
      },
    };
    const outbox = start(undefined, busy);
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    await outbox.stop();
  });

  it('removes tombstones and event rows once their events are published', async () => {
    const eventLog = createEventLog(connection);
    await create('deleted', 'bye');
    await things.updateOne({ _id: 'deleted' }, { $set: { isDeleted: true } });
    await create('kept', 'hello');
    await logEvents(eventLog, [newEvent(moved, 'alone')]);
    const outbox = start([
      { model: things, removeWhen: { isDeleted: true } },
      { model: eventLog, removeWhen: {} },
    ]);
    await outbox.drained();
    expect(texts().sort()).toEqual(['alone', 'bye', 'hello']);
    expect((await things.find().lean()).map(({ _id }) => _id)).toEqual(['kept']);
    expect(await eventLog.countDocuments()).toBe(0);
    await outbox.stop();
  });
});
