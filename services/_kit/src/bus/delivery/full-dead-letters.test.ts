import { randomUUID } from 'node:crypto';
import { DiscardPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { silentLogger } from '../../observability/log.js';
import { createRegistry } from '../../observability/metrics.js';
import { startNats, type TestNats } from '../../testing/nats.js';
import { PoisonMessage, type EventBus } from '../bus.js';
import { connectNats } from '../connection/connect.js';
import { declareAll } from '../declare.js';
import { createNatsBus } from '../nats.js';

const manifest = {
  streams: [{ source: 'notes' }, { source: 'dead' }],
  consumers: [{ source: 'notes', durable: 'reader' }],
};
const subject = 'notes.note.taken.v1';
/** The largest stream that holds one of the events and not two. */
const oneEvent = { max_bytes: 400 };
const data = Buffer.alloc(100);

describe('the dead letters, when they are full', () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let bus: EventBus;
  const registry = createRegistry('test');

  beforeEach(async () => {
    nats = await startNats();
    await declareAll(nats.url, manifest);
    connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    manager = await jetstreamManager(connection);
    registry.clear();
    bus = await createNatsBus({ connection, logger: silentLogger, registry });
  });
  afterEach(async () => {
    await bus.close();
    await nats.stop();
  });

  const failToRead = () =>
    bus.consume({
      source: 'notes',
      durable: 'reader',
      handlers: [{ subject, handle: () => Promise.reject(new PoisonMessage('never')) }],
    });
  const deadLetters = async () => (await manager.streams.info('DEAD')).state.messages;

  /** Resolves with the messages on a subject as they arrive. */
  const watch = (wanted: string, accept: (text: string) => boolean = () => true) => {
    let count = 0;
    let note: () => void = () => undefined;
    connection.subscribe(wanted, {
      callback: (_error, message) => {
        if (!accept(message.string())) return;
        count += 1;
        note();
      },
    });
    return async (many: number) => {
      while (count < many) await new Promise<void>((resolve) => (note = resolve));
    };
  };

  /** Two events that no handler can read, and space for one. */
  const overflow = async () => {
    await manager.streams.update('DEAD', oneEvent);
    const refused = watch('$JS.ACK.NOTES.reader.>', (text) => text.startsWith('-NAK'));
    const reader = await failToRead();
    for (const id of [randomUUID(), randomUUID()])
      await bus.publish({ id, subject, data, traceparent: '' });
    await refused(1);
    return reader;
  };

  it('keep the stored events, and the new event stays with its consumer', async () => {
    const reader = await overflow();
    expect(await deadLetters()).toBe(1);
    const { num_ack_pending: pending } = await manager.consumers.info('NOTES', 'reader');
    expect(pending).toBe(1);
    const kept = (await registry.metrics())
      .split('\n')
      .find((line) => line.startsWith('events_handled_total') && line.includes('outcome="kept"'));
    expect(Number(kept?.split(' ').at(-1))).toBeGreaterThan(0);
    await reader.stop();
  });

  it('show how full they are, before the first event of a consumer', async () => {
    await manager.streams.update('DEAD', { max_bytes: 1_000 });
    const letter = { id: randomUUID(), subject: `dead.reader.${subject}`, data, traceparent: '' };
    await bus.publish(letter);
    const { bytes } = (await manager.streams.info('DEAD')).state;
    const reader = await failToRead();
    const [, ratio] = /^events_dead_letters_ratio\S* (\S+)$/m.exec(await registry.metrics()) ?? [];
    expect(Number(ratio)).toBeCloseTo(bytes / 1_000);
    expect(bytes).toBeGreaterThan(100);
    await reader.stop();
  });

  it('receive the event once an administrator has freed space', async () => {
    const reader = await overflow();
    const settled = watch('$JS.ACK.NOTES.reader.>', (text) => text.startsWith('+TERM'));
    await manager.streams.update('DEAD', { max_bytes: 1_000_000 });
    await settled(1);
    expect(await deadLetters()).toBe(2);
    await reader.stop();
  });

  it('receive the event once the oldest ones reach the end of their retention', async () => {
    const reader = await overflow();
    const settled = watch('$JS.ACK.NOTES.reader.>', (text) => text.startsWith('+TERM'));
    const soon = nanos(100);
    await manager.streams.update('DEAD', { max_age: soon, duplicate_window: soon });
    await settled(1);
    await reader.stop();
  });

  // Installed by a version that dropped the oldest.
  it('are no longer dropped once an earlier installation is upgraded', async () => {
    await manager.streams.update('DEAD', { discard: DiscardPolicy.Old });
    await manager.streams.update('NOTES', { max_age: nanos(3_600_000) });
    const id = randomUUID();
    await bus.publish({ id, subject: `dead.reader.${subject}`, data, traceparent: '' });
    expect(await declareAll(nats.url, manifest)).toEqual([
      'stream notes: updated',
      'stream dead: updated',
      'consumer reader of notes: unchanged',
    ]);
    const { config } = await manager.streams.info('DEAD');
    expect(config.discard).toBe(DiscardPolicy.New);
    expect((await manager.streams.info('NOTES')).config.discard).toBe(DiscardPolicy.Old);
    expect(await deadLetters()).toBe(1);
  });
});
