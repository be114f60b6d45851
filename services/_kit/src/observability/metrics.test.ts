import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { createRegistry, histogram, serveOps } from './metrics.js';
import { isOpsRequest, opsPaths } from './ops-paths.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';

describe('the ops server', () => {
  it('answers on each of its paths, and none of them is traced', async () => {
    const server = await serveOps({
      host: '127.0.0.1',
      port: 0,
      registry: createRegistry('test'),
      isServing: () => true,
      missing: () => [],
    });
    const answers = await Promise.all(
      Object.values(opsPaths).map(async (path) => {
        const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`);
        return { path, status, isTraced: !isOpsRequest(path) };
      }),
    );
    await server.stop();
    expect(answers).toEqual(
      ['/livez', '/servingz', '/readyz', '/metrics'].map((path) => ({
        path,
        status: 200,
        isTraced: false,
      })),
    );
    expect(isOpsRequest('/api/user')).toBe(false);
  });
});

describe('a histogram', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => context.disable());

  const inTrace = (traceFlags: number, work: () => void) =>
    context.with(
      trace.setSpanContext(context.active(), { traceId, spanId: 'b7ad6b7169203331', traceFlags }),
      work,
    );

  const lines = async (registry: ReturnType<typeof createRegistry>) =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('call_seconds_bucket'));

  it('adds the trace of a sampled span as exemplar, by observe and by timer', async () => {
    const registry = createRegistry('test');
    const seconds = histogram(registry, 'call_seconds', 'Calls.', ['method']);
    inTrace(1, () => {
      seconds.observe({ method: 'a' }, 0.003);
      seconds.startTimer({ method: 'b' })({});
    });
    const withExemplar = (await lines(registry)).filter((line) => line.includes(traceId));
    expect(withExemplar.map((line) => /method="(.)"/.exec(line)?.[1])).toEqual(['a', 'b']);
  });

  it('adds no exemplar without a sampled span', async () => {
    const registry = createRegistry('test');
    const seconds = histogram(registry, 'call_seconds', 'Calls.');
    seconds.observe(0.003);
    inTrace(0, () => seconds.observe(0.004));
    const found = await lines(registry);
    expect(found.at(-1)).toMatch(/le="\+Inf".* 2$/);
    expect(found.join()).not.toContain('#');
  });
});
