import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startLocalNats, startNats } from '../testing/nats.js';
import { freePort } from '../testing/process.js';
import { PoisonMessage, on, type EventBus, type EventDefinition } from './bus.js';
import { connectNats } from './connection/connect.js';
import { watchConnection } from './connection/status.js';
import { createMemoryBus } from './memory.js';
import { createNatsBus } from './nats.js';

interface Note {
  text: string;
}
const noted: EventDefinition<Note> = {
  subject: 'notes.note.taken.v1',
  codec: {
    encode: (note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
    decode: (data) => JSON.parse(Buffer.from(data).toString()) as Note,
  },
};
const note = (text: string, id: string = randomUUID()) => ({
  id,
  subject: noted.subject,
  data: noted.codec.encode({ text }).finish(),
  traceparent: '',
});

/** Resolves with the next status of this type; call before triggering it. */
const nextStatus = async (connection: NatsConnection, type: string): Promise<void> => {
  for await (const status of connection.status()) if (status.type === type) return;
};

/** Collects texts and resolves `done` at `count`. */
const collector = (count: number) => {
  const texts: string[] = [];
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return {
    texts,
    done,
    take: (text: string) => {
      texts.push(text);
      if (texts.length === count) finish();
    },
  };
};

const openNats = async () => {
  const nats = await startNats();
  const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
  const bus = await createNatsBus({
    connection,
    logger: silentLogger,
    registry: createRegistry('test'),
  });
  return {
    bus,
    close: async () => {
      await bus.close();
      await nats.stop();
    },
  };
};

describe('a stream with the subjects of two services', () => {
  it('delivers the events of its own service only', async () => {
    const nats = await startNats();
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'NOTES', subjects: ['notes.>', 'intruder.>'] });
    const registry = createRegistry('test');
    const bus = await createNatsBus({ connection, logger: silentLogger, registry });
    const { texts, done, take } = collector(1);
    await bus.consume({
      source: 'notes',
      durable: 'reader',
      handlers: [
        on(noted, async ({ text }) => {
          take(text);
        }),
      ],
    });
    await jetstream(connection).publish('intruder.note.taken.v1', note('forged').data);
    await bus.publish(note('genuine'));
    await done;
    expect(texts).toEqual(['genuine']);
    expect(await registry.metrics()).toMatch(
      /^events_handled_total\{(?=.*subject="foreign")(?=.*outcome="refused").*\} 1$/m,
    );
    await bus.close();
    await nats.stop();
  });
});

describe.each([
  ['memory', () => Promise.resolve({ bus: createMemoryBus(), close: () => Promise.resolve() })],
  ['JetStream', openNats],
])('event bus (%s)', (_name, open) => {
  let bus: EventBus;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ bus, close } = await open());
  });
  afterAll(() => close());

  it('delivers events published before and after the consumer started, once and in order', async () => {
    const { texts, done, take } = collector(3);
    await bus.publish(note('one'));
    const twice = randomUUID();
    await bus.publish(note('two', twice));
    await bus.publish(note('two', twice));
    const subscription = await bus.consume({
      source: 'notes',
      durable: 'reader',
      handlers: [
        on(noted, async ({ text }) => {
          // Other tests publish to the same stream.
          if (['one', 'two', 'three'].includes(text)) take(text);
        }),
      ],
    });
    await bus.publish(note('three'));
    await done;
    expect(texts).toEqual(['one', 'two', 'three']);
    await subscription.stop();
  });

  it('redelivers an event with the same id after its handler failed', async () => {
    const { texts: ids, done, take } = collector(2);
    const mine = randomUUID();
    const subscription = await bus.consume({
      source: 'notes',
      durable: 'clumsy',
      handlers: [
        on(noted, (_payload, { id }) => {
          if (id !== mine) return Promise.resolve();
          take(id);
          return ids.length === 1 ? Promise.reject(new Error('once')) : Promise.resolve();
        }),
      ],
    });
    await bus.publish(note('again', mine));
    await done;
    expect(ids).toEqual([mine, mine]);
    await subscription.stop();
  });

  it('refuses a handler for the events of another service', async () => {
    const consume = async () =>
      bus.consume({
        source: 'letters',
        durable: 'curious',
        handlers: [on(noted, () => Promise.resolve())],
      });
    await expect(consume()).rejects.toThrow('notes.note.taken.v1 is not an event of letters');
  });

  it('handles the next event after a poison message', async () => {
    const { texts, done, take } = collector(1);
    const poison = randomUUID();
    const subscription = await bus.consume({
      source: 'notes',
      durable: 'wary',
      handlers: [
        on(noted, ({ text }, { id }) => {
          if (id === poison) return Promise.reject(new PoisonMessage('never'));
          if (text === 'after poison') take(text);
          return Promise.resolve();
        }),
      ],
    });
    await bus.publish(note('poison', poison));
    await bus.publish(note('after poison'));
    await done;
    expect(texts).toEqual(['after poison']);
    await subscription.stop();
  });

  it('delivers events published from now on to observers', async () => {
    const { texts, done, take } = collector(1);
    const subscription = await bus.observe(noted.subject, ({ data }) =>
      take(noted.codec.decode(data).text),
    );
    await bus.publish(note('hint'));
    await done;
    expect(texts).toEqual(['hint']);
    await subscription.stop();
  });
});

describe('event bus across a broker restart', () => {
  it('rejects publishing while disconnected, loses no stored event and resumes consumers', async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'tandem-bus-'));
    const port = await freePort();
    let nats = await startNats({ port, storeDir });
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const bus = await createNatsBus({
      connection,
      logger: silentLogger,
      registry: createRegistry('test'),
    });
    const handled = collector(1);
    const { texts, done, take } = collector(2);
    await bus.publish(note('before'));
    const subscription = await bus.consume({
      source: 'notes',
      durable: 'patient',
      handlers: [
        on(noted, async ({ text }) => {
          // The broker may stop before it stores the acknowledgement; the event is then redelivered.
          if (texts.includes(text)) return;
          take(text);
          handled.take(text);
        }),
      ],
    });
    // An event in flight when the broker stops would be redelivered after the ack wait, behind the next one.
    await handled.done;

    const lost = nextStatus(connection, 'disconnect');
    await nats.stop();
    await lost;
    await expect(bus.publish(note('while disconnected'))).rejects.toMatchObject({
      reason: 'broker-unavailable',
    });
    expect(bus.isConnected()).toBe(false);

    const restored = nextStatus(connection, 'reconnect');
    nats = await startNats({ port, storeDir });
    await restored;
    await bus.publish(note('after'));
    await done;
    expect(texts).toEqual(['before', 'after']);
    expect(bus.isConnected()).toBe(true);
    const stored = collector(2);
    const newcomer = await bus.consume({
      source: 'notes',
      durable: 'newcomer',
      handlers: [on(noted, async ({ text }) => stored.take(text))],
    });
    await stored.done;
    expect(stored.texts).toEqual(['before', 'after']);
    await newcomer.stop();
    await subscription.stop();
    await bus.close();
    await nats.stop();
    await rm(storeDir, { recursive: true, force: true });
  });
});

describe('a broker that dies before it answers', () => {
  let close = () => Promise.resolve();
  afterEach(() => close());

  const open = async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'tandem-bus-'));
    const port = await freePort();
    let nats = await startLocalNats({ port, storeDir });
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const registry = createRegistry('test');
    const bus = await createNatsBus({ connection, logger: silentLogger, registry });
    close = async () => {
      nats.resume();
      await bus.close();
      await nats.stop();
      await rm(storeDir, { recursive: true, force: true });
    };
    return {
      bus,
      suspend: () => nats.suspend(),
      /** A suspended broker does not answer what it has received. */
      replace: async () => {
        const lost = nextStatus(connection, 'disconnect');
        await nats.kill();
        await lost;
        nats = await startLocalNats({ port, storeDir });
      },
    };
  };

  it('delays the start of a consumer until the next broker has declared it', async () => {
    const { bus, suspend, replace } = await open();
    await bus.publish(note('stored'));
    const { texts, done, take } = collector(1);
    await suspend();
    const consuming = bus.consume({
      source: 'notes',
      durable: 'starting',
      handlers: [on(noted, async ({ text }) => take(text))],
    });
    await replace();
    await consuming;
    await done;
    expect(texts).toEqual(['stored']);
  });

  it('fails a publish as soon as the connection is lost', async () => {
    const { bus, suspend, replace } = await open();
    await bus.publish(note('first'));
    await suspend();
    const refused = expect(bus.publish(note('unanswered'))).rejects.toMatchObject({
      name: 'ConnectionLost',
    });
    await replace();
    await refused;
  });
});

describe('a connection to a broker that is suspended', () => {
  it('is given up after three pings without an answer, and restored', async () => {
    const nats = await startLocalNats();
    const connection = await connectNats({
      url: nats.url,
      name: 'test',
      logger: silentLogger,
      pingIntervalMs: 100,
    });
    const isUp = watchConnection(connection);
    const [lost, restored] = ['disconnect', 'reconnect'].map((type) =>
      nextStatus(connection, type),
    );
    await nats.suspend();
    await lost;
    expect(isUp()).toBe(false);
    nats.resume();
    await restored;
    await connection.flush();
    expect(isUp()).toBe(true);
    await connection.close();
    await nats.stop();
  });
});
