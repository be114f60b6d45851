import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ServiceError } from '../errors.js';
import { flushTraces, inSpan, onFlush } from './spans.js';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('inSpan', () => {
  it('propagates the parent unchanged without an SDK', async () => {
    expect(await inSpan('publish', { parent }, (traceparent) => traceparent)).toBe(parent);
  });

  describe('with an SDK', () => {
    const exporter = new InMemorySpanExporter();
    beforeAll(() => {
      trace.setGlobalTracerProvider(
        new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
      );
    });
    afterEach(() => exporter.reset());
    afterAll(() => trace.disable());

    const recorded = () => exporter.getFinishedSpans()[0];

    it('continues the trace of a parent in another process', async () => {
      const propagated = await inSpan('publish', { kind: 'producer', parent }, (next) => next);
      const span = recorded();
      expect(span?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
      expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
      expect(propagated).toBe(`00-${span?.spanContext().traceId}-${span?.spanContext().spanId}-01`);
    });

    it.each(['', 'rubbish', '00-xyz'])('starts a trace when the parent is "%s"', async (parent) => {
      const propagated = await inSpan('process', { parent }, (next) => next);
      expect(propagated).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(recorded()?.parentSpanContext).toBeUndefined();
    });

    it.each([
      ['a refusal', new ServiceError('not-found', 'share-not-found', 'gone'), 'share-not-found', 0],
      ['an outage', new ServiceError('unavailable', 'broker', 'away'), 'broker', 2],
      ['a bug', new TypeError('x is not a function'), 'TypeError', 2],
    ])('records the type of %s, without its message', async (_what, error, type, code) => {
      await expect(inSpan('work', {}, () => Promise.reject(error))).rejects.toBe(error);
      expect(recorded()?.attributes['error.type']).toBe(type);
      expect(recorded()?.status).toEqual({ code });
      expect(JSON.stringify(recorded()?.events)).toBe('[]');
    });
  });
});

describe('the export before the exit', () => {
  afterEach(() => onFlush(() => Promise.resolve()));

  it.each([
    ['has the spans', () => Promise.resolve()],
    ['refuses them', () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['does not answer', () => new Promise<void>(() => undefined)],
  ])('ends when the collector %s', async (_what, send) => {
    onFlush(send);
    await expect(flushTraces()).resolves.toBeUndefined();
  });
});
