import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { silentLogger } from '../../observability/log.js';
import { createRegistry } from '../../observability/metrics.js';
import { startNats, type TestNats } from '../../testing/nats.js';
import { on, type EventDefinition } from '../bus.js';
import { connectNats, createNatsBus } from '../nats.js';
import { ackWaitMs } from './hold.js';

const noted: EventDefinition<string> = {
  subject: 'notes.note.taken.v1',
  codec: {
    encode: (text) => ({ finish: () => Buffer.from(text) }),
    decode: (data) => Buffer.from(data).toString(),
  },
};

describe('events that a process has received', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.stop());

  const openReplica = async () => {
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const registry = createRegistry('test');
    const bus = await createNatsBus({ connection, logger: silentLogger, registry });
    const publish = async (...texts: string[]) => {
      for (const text of texts) {
        const data = noted.codec.encode(text).finish();
        await bus.publish({ id: randomUUID(), subject: noted.subject, data, traceparent: '' });
      }
    };
    return { connection, bus, publish };
  };

  type Replica = Awaited<ReturnType<typeof openReplica>>;

  /** A consumer of the texts of one test; resolves `has` when it has received as many. */
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
    expect(performance.now() - diedMs).toBeLessThan(2 * ackWaitMs);
    expect([...second.received].sort()).toEqual(texts);
    await second.stop();
    await other.bus.close();
    release();
    await first.stop();
  });

  it('are not delivered again while a handler is slow, nor those that wait behind it', async () => {
    const replica = await openReplica();
    const manager = await jetstreamManager(replica.connection);
    const slow = await consume(replica, 'slow', () => pause(ackWaitMs + 1_000));
    await replica.publish('slow-1', 'slow-2');
    await slow.has(2);
    const { num_redelivered } = await manager.consumers.info('NOTES', 'slow');
    expect([slow.received, num_redelivered]).toEqual([['slow-1', 'slow-2'], 0]);
    await slow.stop();
    await replica.bus.close();
  });

  it('are handled before the process stops', async () => {
    const replica = await openReplica();
    const manager = await jetstreamManager(replica.connection);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const consumer = await consume(replica, 'stopped', () => finished);
    const texts = ['stopped-1', 'stopped-2', 'stopped-3'];
    await replica.publish(...texts);
    const pending = async () => (await manager.consumers.info('NOTES', 'stopped')).num_ack_pending;
    while ((await pending()) < texts.length) await consumer.has(1);
    const stopped = consumer.stop();
    finish();
    await stopped;
    await replica.connection.flush();
    expect([consumer.received, await pending()]).toEqual([texts, 0]);
    await replica.bus.close();
  });
});
