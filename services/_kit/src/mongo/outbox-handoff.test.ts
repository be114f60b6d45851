import { Schema, type Connection, type Model } from 'mongoose';
import type { EventDefinition, EventMessage } from '../bus/bus.js';
import { createMemoryBus, type MemoryBus } from '../bus/memory.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startMongo, type TestMongo } from '../testing/mongo.js';
import { connectMongo } from './connect.js';
import type { OutboxSource } from './outbox-clear.js';
import { startOutbox, type Outbox } from './outbox-relay.js';
import {
  addOutboxIndex,
  appended,
  appendEvents,
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
const textOf = ({ data }: Pick<EventMessage, 'data'>) => moved.codec.decode(data);

describe('events handed to the relay by their writer', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let things: Model<{ _id: string }>;
  let source: OutboxSource;
  let bus: MemoryBus;
  beforeAll(async () => {
    mongo = await startMongo();
    connection = await connectMongo({ url: mongo.url, database: 'handoff', logger: silentLogger });
    const schema = new Schema<{ _id: string }>({ _id: String, ...outboxFields });
    addOutboxIndex(schema);
    things = connection.model('Thing', schema);
    source = { model: things };
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

  /** Ready, and with nothing to read. */
  const start = async (on = bus): Promise<Outbox> => {
    const registry = createRegistry('test');
    const outbox = startOutbox({ bus: on, sources: [source], logger: silentLogger, registry });
    await outbox.drained();
    return outbox;
  };
  const texts = () => bus.published.map(textOf);

  /** Stores an event, as a service does; what it would hand over. */
  const append = async (id: string, text: string) => {
    const events = [newEvent(moved, text)];
    const fields = appendEvents(...events);
    const before = await things.collection.findOneAndUpdate(
      { _id: id as never },
      { $set: fields },
      { upsert: true, projection: { outboxTip: 1 }, returnDocument: 'before' },
    );
    return appended(id, fields, events, before ?? {});
  };

  it('are published without being read back', async () => {
    const outbox = await start();
    const events = [newEvent(moved, 'one')];
    // The document is not there to be read.
    outbox.publish(source, appended('nowhere', withEvents(...events), events));
    await outbox.drained();
    expect(texts()).toEqual(['one']);
    await outbox.stop();
  });

  it('are published in order and removed from the document', async () => {
    const outbox = await start();
    for (const text of ['one', 'two', 'three']) outbox.publish(source, await append('a', text));
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(await things.find().lean()).toEqual([{ _id: 'a' }]);
    await outbox.stop();
  });

  it('wait for an earlier one that its writer did not hand over before it was killed', async () => {
    const outbox = await start();
    await append('a', 'one');
    outbox.publish(source, await append('a', 'two'));
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    await outbox.stop();
  });

  it('do not take a later one of another writer with them when they are removed', async () => {
    const outbox = await start();
    const first = await append('a', 'one');
    await append('a', 'two');
    outbox.publish(source, first);
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    await outbox.stop();
  });

  it('are removed without a later one that is stored while they are published', async () => {
    const outbox = await start({
      ...bus,
      publish: async (message) => {
        if (textOf(message) === 'one') await append('a', 'two');
        await bus.publish(message);
      },
    });
    outbox.publish(source, await append('a', 'one'));
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two']);
    expect(await things.countDocuments({ outboxAt: { $exists: true } })).toBe(0);
    await outbox.stop();
  });

  it('are read from the document when the broker fails, in order and under the same ids', async () => {
    let calls = 0;
    const outbox = await start({
      ...bus,
      publish: (message) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('disconnected')) : bus.publish(message);
      },
    });
    const all = [];
    for (const text of ['one', 'two', 'three']) all.push(await append('a', text));
    for (const one of all) outbox.publish(source, one);
    await outbox.drained();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(await things.find().lean()).toEqual([{ _id: 'a' }]);
    await outbox.stop();
  });

  it('are published once each by two relays with concurrent writers, some of which are killed', async () => {
    const relays = await Promise.all([start(), start()]);
    const count = 200;
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const one = await append(`t${index % 10}`, String(index));
        if (index % 7 > 0) relays[index % 2]?.publish(source, one);
      }),
    );
    await Promise.all(relays.map((relay) => relay.drained()));
    const numbers = texts().map(Number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(await things.countDocuments({ outboxAt: { $exists: true } })).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));
  });
});
