import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startNats, type TestNats } from '../testing/nats.js';
import { PoisonMessage, type EventBus, type EventMessage } from './bus.js';
import { redrive } from './dead-letters.js';
import { createNatsBus } from './nats.js';

const typescript = new URL('../../../../tools/bootstrap/typescript.mjs', import.meta.url).href;

const subject = 'orders.order.placed.v1';
/** Bytes that do not survive a shell or a text encoding. */
const data = Buffer.from([0, 10, 255, 13, 0]);
const order = (id: string): EventMessage => ({ id, subject, data, traceparent: '' });

/** Collects messages and resolves `done` at `count`. */
const collector = (count: number) => {
  const messages: EventMessage[] = [];
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const take = (message: EventMessage) => {
    messages.push(message);
    if (messages.length === count) finish();
  };
  return { messages, done, take };
};

describe('redriving the dead letters of a consumer', () => {
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
  const deadLetterCount = async () => (await manager.streams.info('DEAD')).state.messages;

  /** Two failing consumers: one dead letter each. */
  const createDeadLetters = async (ids: readonly string[]) => {
    const deadLetters = collector(2 * ids.length);
    const observer = await bus.observe('dead.>', deadLetters.take);
    const fail = () => Promise.reject(new PoisonMessage('a bug'));
    const failing = [await consume('mailer', fail), await consume('packer', fail)];
    for (const id of ids) await bus.publish(order(id));
    await deadLetters.done;
    for (const subscription of [observer, ...failing]) await subscription.stop();
  };

  /** Recreates the stream, which ends its duplicate window. */
  const endDuplicateWindow = async () => {
    const { config } = await manager.streams.info('ORDERS');
    await manager.streams.delete('ORDERS');
    await manager.streams.add({ ...config, duplicate_window: nanos(120_000) });
  };

  it('republishes its messages unchanged and leaves those of other consumers', async () => {
    await createDeadLetters(['one', 'two']);
    await endDuplicateWindow();
    const { messages, done, take } = collector(2);
    const fixed = await consume('mailer', async (message) => take(message));
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 2, kept: 0 });
    await done;
    expect(messages.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(messages.map((message) => Buffer.from(message.data))).toEqual([data, data]);
    expect(await deadLetterCount()).toBe(2);
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 0, kept: 0 });
    await fixed.stop();
  });

  it('keeps messages that are within the duplicate window', async () => {
    await createDeadLetters(['one']);
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 0, kept: 1 });
    expect(await deadLetterCount()).toBe(2);
  });

  it('keeps a message that fails again, with its id', async () => {
    await createDeadLetters(['one']);
    await endDuplicateWindow();
    const { done, take } = collector(1);
    const again = await bus.observe('dead.mailer.>', take);
    const failing = await consume('mailer', () => Promise.reject(new PoisonMessage('a bug')));
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 1, kept: 0 });
    await done;
    for (const subscription of [again, failing]) await subscription.stop();
    expect(await deadLetterCount()).toBe(2);

    await endDuplicateWindow();
    const { messages, done: handled, take: handle } = collector(1);
    const fixed = await consume('mailer', async (message) => handle(message));
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 1, kept: 0 });
    await handled;
    expect(messages.map(({ id }) => id)).toEqual(['one']);
    await fixed.stop();
  });

  it('republishes dead letters of an earlier release under their id', async () => {
    await bus.publish({ ...order('mailer:one'), subject: `dead.mailer.${subject}` });
    const { messages, done, take } = collector(1);
    const fixed = await consume('mailer', async (message) => take(message));
    expect(await redrive(nats.url, 'mailer')).toEqual({ published: 1, kept: 0 });
    await done;
    expect(messages.map(({ id }) => id)).toEqual(['one']);
    await fixed.stop();
  });

  /** As an operator runs it. */
  const run = (consumer: string, url = nats.url) => {
    const script = fileURLToPath(new URL('redrive.ts', import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', typescript, script, consumer],
      { env: { PATH: process.env['PATH'], NATS_URL: url }, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  it('is a program that reports how many messages it has published', async () => {
    await createDeadLetters(['one', 'two']);
    await endDuplicateWindow();
    expect(run('mailer')).toEqual({
      status: 0,
      stdout: '2 republished, 0 kept (within the duplicate window)\n',
      stderr: '',
    });
    expect(await deadLetterCount()).toBe(2);
  });

  it.each(['', '>', 'mailer.>'])('is refused for the consumer "%s", with the usage', (consumer) => {
    expect(run(consumer)).toEqual({
      status: 64,
      stdout: '',
      stderr: 'usage: node redrive.js <consumer>, such as audit\n',
    });
  });

  it('fails with one line while the broker cannot be reached', () => {
    const { status, stderr } = run('mailer', 'nats://127.0.0.1:1');
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
