import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { silentLogger } from '../../observability/log.js';
import { createRegistry } from '../../observability/metrics.js';
import { startNats, type TestNats } from '../../testing/nats.js';
import { on, type EventBus, type EventDefinition } from '../bus.js';
import { connectNats } from '../connection/connect.js';
import { createNatsBus } from '../nats.js';
import { ackWaitMs } from './hold.js';

const noted: EventDefinition<string> = {
  subject: 'notes.note.taken.v1',
  codec: {
    encode: (text) => ({ finish: () => Buffer.from(text) }),
    decode: (data) => Buffer.from(data).toString(),
  },
};

/** For a consumer that does not set another. */
const defaultAckWaitMs = 30_000;

describe('events that a process has received', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.stop());

  const connections: { isClosed(): boolean; close(): Promise<void> }[] = [];
  const buses: EventBus[] = [];
  afterEach(async () => {
    // A failed test leaves its buses open.
    for (const connection of connections.splice(0)) {
      if (!connection.isClosed()) await connection.close();
    }
    // A bus without its connection still ends its periodic tasks.
    for (const bus of buses.splice(0)) await bus.close().catch(() => undefined);
  });

  const openReplica = async () => {
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const registry = createRegistry('test');
    connections.push(connection);
    const bus = await createNatsBus({ connection, logger: silentLogger, registry });
    buses.push(bus);
    const publish = async (...texts: string[]) => {
      for (const text of texts) {
        const data = noted.codec.encode(text).finish();
        await bus.publish({ id: randomUUID(), subject: noted.subject, data, traceparent: '' });
      }
    };
    return { connection, bus, publish };
  };

  type Replica = Awaited<ReturnType<typeof openReplica>>;

  /** A consumer of the texts of one test; `has` resolves once it has received that many. */
  const consume = async (
    { bus }: Replica,
    durable: string,
    handle: (text: string) => Promise<void>,
  ) => {
    const received: string[] = [];
    let note: () => void = () => undefined;
    const subscription = await bus.consume({
      source: 'notes',
      durable,
      handlers: [
        on(noted, async (text) => {
          if (!text.startsWith(durable)) return;
          received.push(text);
          note();
          await handle(text);
        }),
      ],
    });
    return {
      received,
      stop: () => subscription.stop(),
      has: async (count: number) => {
        while (received.length < count) await new Promise<void>((resolve) => (note = resolve));
      },
    };
  };

  const atOnce = () => Promise.resolve();

  /** The progress reports (`+WPI`) that the broker has received for the messages of a consumer, by message. */
  const watchSigns = ({ connection }: Replica, durable: string) => {
    const signs = new Map<string, number>();
    let note: () => void = () => undefined;
    connection.subscribe(`$JS.ACK.NOTES.${durable}.>`, {
      callback: (_error, { subject, data }) => {
        if (Buffer.from(data).toString() !== '+WPI') return;
        signs.set(subject, (signs.get(subject) ?? 0) + 1);
        note();
      },
    });
    return {
      /** Resolves when the process holds `count` messages. */
      of: async (count: number) => {
        while (signs.size < count) await new Promise<void>((resolve) => (note = resolve));
      },
    };
  };

  it('are delivered to another process seconds after this one has died', async () => {
    const [dying, other] = [await openReplica(), await openReplica()];
    const texts = ['killed-1', 'killed-2', 'killed-3'];
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const first = await consume(dying, 'killed', () => isReleased);
    await other.publish(...texts);
    await first.has(1);
    const diedMs = performance.now();
    await dying.connection.close();
    const second = await consume(other, 'killed', atOnce);
    await second.has(3);
    // A busy machine adds to the wait of 3 s, but not as much as the broker's default.
    expect(performance.now() - diedMs).toBeLessThan(defaultAckWaitMs);
    const manager = await jetstreamManager(other.connection);
    const { config } = await manager.consumers.info('NOTES', 'killed');
    expect(config.ack_wait).toBe(nanos(ackWaitMs));
    expect(ackWaitMs).toBeLessThan(5_000);
    expect([...second.received].sort()).toEqual(texts);
    await second.stop();
    await other.bus.close();
    release();
    await first.stop();
  });

  it('are not redelivered while a handler is slow, even those queued behind it', async () => {
    const replica = await openReplica();
    const manager = await jetstreamManager(replica.connection);
    const slow = await consume(replica, 'slow', (text) =>
      text === 'slow-1' ? pause(ackWaitMs + 1_000) : Promise.resolve(),
    );
    await replica.publish('slow-1', 'slow-2');
    await slow.has(2);
    const { num_redelivered } = await manager.consumers.info('NOTES', 'slow');
    expect([slow.received, num_redelivered]).toEqual([['slow-1', 'slow-2'], 0]);
    await slow.stop();
    await replica.bus.close();
  });

  it('are handled and acknowledged before the process stops', async () => {
    const [replica, observer] = [await openReplica(), await openReplica()];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const consumer = await consume(replica, 'stopped', () => finished);
    const texts = ['stopped-1', 'stopped-2', 'stopped-3'];
    const signs = watchSigns(observer, 'stopped');
    await replica.publish(...texts);
    await signs.of(texts.length);
    let hasStopped = false;
    const stopped = consumer.stop().then(() => (hasStopped = true));
    await replica.connection.flush();
    expect([consumer.received, hasStopped]).toEqual([['stopped-1'], false]);
    finish();
    await stopped;
    expect(consumer.received).toEqual(texts);
    await replica.bus.close();
    // The broker handles acknowledgements in a separate queue, and no process is left that could send one.
    const manager = await jetstreamManager(observer.connection);
    const pending = async () => (await manager.consumers.info('NOTES', 'stopped')).num_ack_pending;
    while ((await pending()) > 0) await pause(20);
    await observer.bus.close();
  });
});
