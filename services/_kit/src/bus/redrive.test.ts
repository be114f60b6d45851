import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startNats, type TestNats } from '../testing/nats.js';
import { PoisonMessage, type EventBus, type EventMessage } from './bus.js';
import { createNatsBus } from './nats.js';
import { redrive } from './redrive.js';

const subject = 'orders.order.placed.v1';
/** Bytes that a shell or a text would lose. */
const data = Buffer.from([0, 10, 255, 13, 0]);
const order = (id: string): EventMessage => ({ id, subject, data, traceparent: '' });

/** Resolves with what was taken once there are `count`; never sleeps. */
const taking = (count: number) => {
  const messages: EventMessage[] = [];
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const take = (message: EventMessage) => {
    messages.push(message);
    if (messages.length === count) finish();
  };
  return { messages, done, take };
};

describe('dead letters of a mended consumer', () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let bus: EventBus;
  beforeEach(async () => {
    nats = await startNats();
    connection = await connect({ servers: nats.url });
    manager = await jetstreamManager(connection);
    bus = await createNatsBus({
      connection,
      logger: silentLogger,
      registry: createRegistry('test'),
    });
  });
  afterEach(async () => {
    await bus.close();
    await nats.stop();
  });

  const consume = (durable: string, handle: (message: EventMessage) => Promise<void>) =>
    bus.consume({ source: 'orders', durable, handlers: [{ subject, handle }] });
  const lettersLeft = async () => (await manager.streams.info('DEAD')).state.messages;

  /** Two consumers that cannot handle it: a dead letter each. */
  const letThemDie = async (ids: readonly string[]) => {
    const buried = taking(2 * ids.length);
    const watching = await bus.observe('dead.>', buried.take);
    const refuse = () => Promise.reject(new PoisonMessage('not yet mended'));
    const broken = [await consume('mailer', refuse), await consume('packer', refuse)];
    for (const id of ids) await bus.publish(order(id));
    await buried.done;
    for (const each of [watching, ...broken]) await each.stop();
  };

  /** As if the time in which the broker remembers ids were over. */
  const forgetIds = async () => {
    const { config } = await manager.streams.info('ORDERS');
    await manager.streams.delete('ORDERS');
    await manager.streams.add({ ...config, duplicate_window: nanos(120_000) });
  };

  it('come back as they were, and only theirs', async () => {
    await letThemDie(['one', 'two']);
    await forgetIds();
    const { messages, done, take } = taking(2);
    const mended = await consume('mailer', async (message) => take(message));
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 2, kept: 0 });
    await done;
    expect(messages.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(messages.map((message) => Buffer.from(message.data))).toEqual([data, data]);
    expect(await lettersLeft()).toBe(2);
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 0, kept: 0 });
    await mended.stop();
  });

  it('stay where they are while the broker would drop them as repetitions', async () => {
    await letThemDie(['one']);
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 0, kept: 1 });
    expect(await lettersLeft()).toBe(2);
  });

  it('are asked for by the name of a consumer', async () => {
    await expect(redrive(nats.url, '>')).rejects.toThrow(/usage/);
  });
});
