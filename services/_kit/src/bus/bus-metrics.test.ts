import { randomUUID } from 'node:crypto';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startNats } from '../testing/nats.js';
import { PoisonMessage, type EventHandler } from './bus.js';
import { connectNats } from './connection/connect.js';
import { createNatsBus } from './nats.js';

const subject = 'notes.note.taken.v1';
const rareSubject = 'notes.note.burnt.v1';
const traceId = '0af7651916cd43dd8448eb211c80319c';

const open = async () => {
  const nats = await startNats();
  const connection = await connectNats({ url: nats.url, name: 'test', logger: silentLogger });
  const registry = createRegistry('test');
  const publishes = [subject, rareSubject];
  const bus = await createNatsBus({ connection, logger: silentLogger, registry, publishes });
  const close = async () => {
    await bus.close();
    await nats.stop();
  };
  return { bus, registry, close };
};

describe('event metrics', () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new BasicTracerProvider());
    world = await open();
  });
  afterAll(async () => {
    await world.close();
    trace.disable();
    context.disable();
  });

  /** Publishes one event to a new consumer and waits until its handler was called `times` times. */
  const measure = async (durable: string, times: number, handle: EventHandler['handle']) => {
    const id = randomUUID();
    let calls = 0;
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const subscription = await world.bus.consume({
      source: 'notes',
      durable,
      handlers: [
        {
          subject,
          handle: (message) => {
            // Other tests publish to the same stream.
            if (message.id !== id) return Promise.resolve();
            calls += 1;
            if (calls === times) finish();
            return handle(message);
          },
        },
      ],
    });
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    await world.bus.publish({ id, subject, data: Buffer.from('{}'), traceparent });
    await done;
    // Waits for the attempt in progress, so that it is measured.
    await subscription.stop();
    const text = await world.registry.metrics();
    const lines = text.split('\n').filter((line) => line.includes(`durable="${durable}"`));
    return { lines, calls };
  };

  const valueOf = (lines: string[], series: string) =>
    Number(lines.find((line) => line.startsWith(`${series}{`))?.split(' ')[1]);
  const traced = (lines: string[]) =>
    lines.filter((line) => line.startsWith('events_handle_seconds_bucket') && line.includes('#'));

  // increase() of a counter that starts at 1 is 0, and the dead-letter alert would not fire.
  it('exports every outcome at zero before the first event', async () => {
    const durable = 'expectant';
    const handler = { subject: 'notes.note.lost.v1', handle: () => Promise.resolve() };
    const subscription = await world.bus.consume({ source: 'notes', durable, handlers: [handler] });
    const lines = (await world.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('events_handled_total{') && line.includes(durable));
    await subscription.stop();
    const counted = lines.map((line) => [/outcome="(\w+)"/.exec(line)?.[1], line.split(' ')[1]]);
    expect(counted).toEqual([
      ['ok', '0'],
      ['retry', '0'],
      ['dead', '0'],
      ['kept', '0'],
    ]);
  });

  // Otherwise dashboards would show zero for an event that a process publishes only once.
  it('exports every subject that the service publishes at zero before the first event', async () => {
    const published = async () =>
      /^events_published_total\{.*subject="notes.note.burnt.v1".*\} (\d+)$/m.exec(
        await world.registry.metrics(),
      )?.[1];
    expect(await published()).toBe('0');
    const message = { id: randomUUID(), subject: rareSubject, data: Buffer.from('{}') };
    await world.bus.publish({ ...message, traceparent: '' });
    expect(await published()).toBe('1');
  });

  it('measures the handler by consumer and subject, with the publisher’s trace as exemplar', async () => {
    const before = performance.now();
    const { lines } = await measure('prompt', 1, () => Promise.resolve());
    const lastedS = (performance.now() - before) / 1000;
    expect(valueOf(lines, 'events_handle_seconds_count')).toBe(1);
    expect(valueOf(lines, 'events_handle_seconds_sum')).toBeLessThanOrEqual(lastedS);
    expect(lines.join('\n')).toContain(`subject="${subject}"`);
    expect(traced(lines).join()).toContain(`trace_id="${traceId}"`);
  });

  it.each([
    ['failing', new Error('always'), 2],
    ['poisoned', new PoisonMessage('never'), 1],
  ])('measures every attempt of a %s handler', async (durable, error, attempts) => {
    const { lines, calls } = await measure(durable, attempts, ({ traceparent }) => {
      expect(traceparent).toContain(traceId);
      return Promise.reject(error);
    });
    expect(calls).toBeGreaterThanOrEqual(attempts);
    // The consumer also acknowledges the events of earlier tests, counted as `ok`.
    const ok = valueOf(
      lines.filter((line) => line.includes('outcome="ok"')),
      'events_handled_total',
    );
    expect(valueOf(lines, 'events_handle_seconds_count')).toBe(ok + calls);
    expect(traced(lines).join()).toContain(`trace_id="${traceId}"`);
  });
});
