import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { silentLogger } from '../../observability/log.js';
import { createRegistry } from '../../observability/metrics.js';
import { startNats, type TestNats } from '../../testing/nats.js';
import { connectNats } from '../connection/connect.js';
import { declareAll } from '../declare.js';
import { createNatsBus } from '../nats.js';
import { backlogRatio } from './backlog.js';
import { createLagMeasure } from './lag.js';
import { consumerMetrics } from './metrics.js';

const gib = 1024 ** 3;
const subject = 'notes.note.taken.v1';
const manifest = {
  streams: [{ source: 'notes' }, { source: 'dead' }],
  consumers: [{ source: 'notes', durable: 'reader' }],
};

describe('the space that a consumer’s backlog takes', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.stop());

  const open = async () => {
    await declareAll(nats.url, manifest);
    const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
    const registry = createRegistry('test');
    const bus = await createNatsBus({ connection, logger: silentLogger, registry });
    const publish = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await bus.publish({
          id: randomUUID(),
          subject,
          data: Buffer.alloc(1_000),
          traceparent: '',
        });
    };
    /** Measured when a consumer starts. */
    const measured = async (handle: () => Promise<void>) => {
      const reader = await bus.consume({
        source: 'notes',
        durable: 'reader',
        handlers: [{ subject, handle }],
      });
      const text = await registry.metrics();
      const [, value] =
        /^events_consumer_backlog_ratio\{.*durable="reader".*\} (\S+)$/m.exec(text) ?? [];
      return { ratio: Number(value), stop: () => reader.stop() };
    };
    const manager = await jetstreamManager(connection);
    return { bus, connection, manager, publish, measured };
  };

  it('is exported, and is zero once all events are handled', async () => {
    const { bus, manager, publish, measured } = await open();
    await manager.streams.update('NOTES', { max_bytes: 20_000 });
    await publish(10);
    const { state } = await manager.streams.info('NOTES');
    let handled = 0;
    let finish: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (finish = resolve));
    const before = await measured(async () => {
      handled += 1;
      if (handled === 10) finish();
      return Promise.resolve();
    });
    expect(before.ratio).toBeCloseTo(state.bytes / 20_000, 2);
    expect(before.ratio).toBeGreaterThan(0.5);
    await all;
    await before.stop();
    const after = await measured(() => Promise.resolve());
    expect(after.ratio).toBe(0);
    await after.stop();

    // Full of unread events: the broker has dropped the oldest.
    await publish(40);
    const full = await measured(() => Promise.resolve());
    expect(full.ratio).toBeGreaterThan(0.9);
    expect(full.ratio).toBeLessThanOrEqual(1);
    await full.stop();
    await bus.close();
  });

  // The alert `ConsumerMissing` needs the series to disappear; a stale value would look up to date.
  it('has no series while it cannot be measured', async () => {
    const { bus, connection, manager } = await open();
    const registry = createRegistry('test');
    const reader = { source: 'notes', durable: 'reader' };
    const consumer = await jetstream(connection).consumers.get('NOTES', reader.durable);
    const metrics = consumerMetrics(registry);
    const measure = createLagMeasure({ manager, consumer, metrics, ...reader });
    const series = async () =>
      [...(await registry.metrics()).matchAll(/^(events_consumer_\w+)\{/gm)].map(
        ([, name]) => name,
      );
    await measure();
    expect(await series()).toEqual(['events_consumer_pending', 'events_consumer_backlog_ratio']);
    await manager.consumers.delete('NOTES', reader.durable);
    await expect(measure()).rejects.toThrow('consumer not found');
    expect(await series()).toEqual([]);
    await bus.close();
  });

  it('follows the space that the installation gives to events', async () => {
    const { bus, manager } = await open();
    const space = async (name: string) => (await manager.streams.info(name)).config.max_bytes;
    expect(await declareAll(nats.url, { ...manifest, streamGiB: 2 })).toContain(
      'stream notes: updated',
    );
    expect([await space('NOTES'), await space('DEAD')]).toEqual([2 * gib, gib]);
    await bus.close();
  });
});

describe('the share of a stream', () => {
  const stream = {
    state: { first_seq: 101, last_seq: 200, bytes: 800 },
    config: { max_bytes: 1_000 },
  };
  const consumer = (ackFloor: number, pending: number, inProgress = 0) => ({
    num_pending: pending,
    num_ack_pending: inProgress,
    ack_floor: { stream_seq: ackFloor },
  });

  it.each([
    ['the newer half is not handled', consumer(150, 50), 0.4],
    ['only the oldest event is not handled, and keeps its place', consumer(100, 0, 1), 0.8],
    ['events were dropped', consumer(20, 100), 0.8],
    ['all are handled', consumer(200, 0), 0],
  ])('where %s', (_what, progress, ratio) => {
    expect(backlogRatio(progress, stream)).toBeCloseTo(ratio);
  });

  it('is zero in a stream without a limit or without events', () => {
    expect(backlogRatio(consumer(0, 9), { ...stream, config: { max_bytes: -1 } })).toBe(0);
    const empty = { ...stream, state: { first_seq: 201, last_seq: 200, bytes: 0 } };
    expect(backlogRatio(consumer(0, 1), empty)).toBe(0);
  });
});
