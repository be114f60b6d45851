import { readFileSync } from 'node:fs';
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Context,
  type ContextManager,
} from '@opentelemetry/api';
import { dashboardFiles, readDashboard } from '../../helm/test/lib/monitoring.js';
import { at } from '../../helm/test/lib/paths.js';
import { parsePromql } from '../../helm/test/lib/promql.js';
import { createRegistry, serveOps } from '../../services/_kit/src/observability/metrics.js';
import { registerMetrics } from '../../services/signalling/src/metrics.js';
import { createCounters } from '../../services/signalling/src/pod/counters.js';

/** A context manager for synchronous code; the one in production also follows promises. */
const synchronous = (): ContextManager => {
  let active: Context = ROOT_CONTEXT;
  const manager: ContextManager = {
    active: () => active,
    with: (next, work, that, ...args) => {
      const before = active;
      active = next;
      try {
        return work.call(that as ThisParameterType<typeof work>, ...args);
      } finally {
        active = before;
      }
    },
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};

const traceId = '0af7651916cd43dd8448eb211c80319c';
const pod = {
  connectionCount: () => 0,
  roomCount: () => 0,
  podCount: () => 1,
  isBrokerReachable: () => true,
};

// An exemplar is a dot in a panel that links to the measured trace.
describe('relay latency', () => {
  beforeAll(() => {
    context.setGlobalContextManager(synchronous());
  });
  afterAll(() => context.disable());

  it('is scraped in OpenMetrics format with the trace of its frame', async () => {
    const registry = createRegistry('signalling');
    const counters = createCounters();
    registerMetrics(registry, pod, counters);
    const span = { traceId, spanId: 'b7ad6b7169203331', traceFlags: 1 };
    context.with(trace.setSpanContext(context.active(), span), () =>
      counters.observeLatency('local', 0.000_02),
    );
    counters.observeLatency('remote', 0.002);

    const ops = await serveOps({
      host: '127.0.0.1',
      port: 0,
      registry,
      isServing: () => true,
      missing: () => [],
    });
    try {
      const answer = await fetch(`http://127.0.0.1:${ops.port}/metrics`);
      expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text;/);
      const text = await answer.text();
      expect(text.endsWith('# EOF\n')).toBe(true);
      const tied = text.split('\n').filter((line) => line.includes(`# {trace_id="${traceId}"`));
      expect(tied).toEqual([
        expect.stringMatching(
          /^signalling_relay_seconds_bucket\{(?=.*le="0.000025")(?=.*path="local")/,
        ),
      ]);
    } finally {
      await ops.stop();
    }
  });
});

describe('exemplars', () => {
  it('are stored by Prometheus in the one-box mode', () => {
    const compose = readFileSync(at('docker-compose.yml'), 'utf8');
    expect(compose).toContain('--enable-feature=exemplar-storage');
  });

  it('are enabled for every latency curve and no other query', () => {
    const panels = dashboardFiles.flatMap((file) => readDashboard(file).panels);
    for (const { title, type, targets = [] } of panels) {
      for (const { expr, exemplar = false } of targets) {
        // The series of a topk change over time, so a dot may have no curve.
        const isCurve = type === 'timeseries' && !expr.startsWith('topk');
        const { metrics } = parsePromql(expr);
        const isLatency = metrics.some((metric) => metric.endsWith('_seconds_bucket'));
        expect([title, expr, exemplar]).toEqual([title, expr, isCurve && isLatency]);
      }
    }
  });
});
