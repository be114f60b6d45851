import { Schema, type Connection, type Model } from 'mongoose';
import { createMemoryBus, type MemoryBus } from '../bus/memory.js';
import type { EventDefinition } from '../bus/bus.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startMongo, type TestMongo } from '../testing/mongo.js';
import { connectMongo } from './connect.js';
import {
  addOutboxIndex,
  appendEvents,
  createEventLog,
  logEvent,
  newEvent,
  outboxFields,
  startOutbox,
  withEvents,
  type OutboxSource,
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
  isGone?: boolean;
}

describe('outbox', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let things: Model<Thing>;
  let bus: MemoryBus;
  beforeAll(async () => {
    mongo = await startMongo();
    connection = await connectMongo({ url: mongo.url, database: 'outbox', logger: silentLogger });
    const schema = new Schema<Thing>({ _id: String, isGone: Boolean, ...outboxFields });
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
  const create = (id: string, ...words: string[]) =>
    things.collection.insertOne({
      _id: id,
      ...withEvents(...words.map((word) => newEvent(moved, word))),
    } as never);

  it('publishes what was written with the document, in order, and clears it', async () => {
    await create('a', 'one', 'two');
    await things.updateOne({ _id: 'a' }, { $set: appendEvents(newEvent(moved, 'three')) });
    const outbox = start();
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(await things.findById('a').lean()).toEqual({ _id: 'a' });
    await outbox.stop();
  });

  it('when the broker fails between two events, then nothing is lost and nothing gets a second id', async () => {
    await create('a', 'one', 'two');
    let calls = 0;
    const flaky: MemoryBus = {
      ...bus,
      publish: (message) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('broker gone')) : bus.publish(message);
      },
    };
    const outbox = start(undefined, flaky);
    await outbox.drained();
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    await outbox.stop();
  });

  it('when two relays and many writers work at once, then every event is out exactly once by id', async () => {
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
        relays[index % 2]?.kick();
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

  // A webhook that is delivered twice tells of the same failed payment, and may find the plan changed besides.
  it('when an event is written once more while it is on its way, then what came along with it is not lost', async () => {
    const known = () => ({ ...newEvent(moved, 'one'), id: 'told-by-somebody-else' });
    await things.collection.insertOne({ _id: 'a', ...withEvents(known()) } as never);
    const busy: MemoryBus = {
      ...bus,
      publish: async (message) => {
        if (bus.published.length === 0) {
          const both = appendEvents(known(), newEvent(moved, 'two'));
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

  it('removes tombstones and event rows once they are out', async () => {
    const eventLog = createEventLog(connection);
    await create('gone', 'bye');
    await things.updateOne({ _id: 'gone' }, { $set: { isGone: true } });
    await create('kept', 'hello');
    await logEvent(eventLog, newEvent(moved, 'alone'));
    const outbox = start([
      { model: things, removeWhen: { isGone: true } },
      { model: eventLog, removeWhen: {} },
    ]);
    await outbox.drained();
    expect(texts().sort()).toEqual(['alone', 'bye', 'hello']);
    expect((await things.find().lean()).map(({ _id }) => _id)).toEqual(['kept']);
    expect(await eventLog.countDocuments()).toBe(0);
    await outbox.stop();
  });
});
