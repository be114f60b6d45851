import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { exemplarLabels } from '../tracing/spans.js';
import { lowestRemainingRatio } from './certificate-stats.js';
import { opsPaths } from './ops-paths.js';
import { connectionCounts, failedOperations } from './pool-stats.js';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds, from a loopback call to a hanging dependency. */
export const latencyBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * Sampling interval of the event loop in milliseconds; the measured lag includes it. The default of 10 wakes an idle
 * process a hundred times a second, for 4 ms of processor time.
 */
const eventLoopMonitoringPrecision = 50;

/** Registry with process, garbage-collector and event-loop metrics, labelled with the service's name. */
export const createRegistry = (service: string): Registry => {
  // Exemplars need the OpenMetrics format. The cast is for prom-client's types, which name the default format only:
  // https://github.com/prometheus/client_js/issues/614
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Database connections by state and operations waiting for one; absent in services without a database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [state, count] of connectionCounts()) this.set({ state }, count);
    },
  });
  new Counter({
    name: 'database_pool_failures_total',
    help: 'Operations that timed out waiting for a database connection.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(failedOperations());
    },
  });
  new Gauge({
    name: 'tls_certificate_remaining_ratio',
    help: 'Share of the lifetime of the certificate in use that is left; absent without a certificate.',
    registers: [registry],
    collect() {
      this.remove();
      const ratio = lowestRemainingRatio();
      if (ratio !== undefined) this.set(ratio);
    },
  });
  return registry;
};

/** Get or create: tests start a component twice in one process, and a second registration would fail. */
const reuse = <Metric>(registry: Registry, name: string, create: () => Metric): Metric =>
  (registry.getSingleMetric(name) as Metric | undefined) ?? create();

export const counter = (
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[] = [],
) => reuse(registry, name, () => new Counter({ name, help, labelNames, registers: [registry] }));

export const gauge = (registry: Registry, name: string, help: string, labelNames: string[] = []) =>
  reuse(registry, name, () => new Gauge({ name, help, labelNames, registers: [registry] }));

/**
 * Adds the active, sampled span as an exemplar to every measurement. With `enableExemplars`, prom-client's `observe`
 * takes one object; this keeps the two usual signatures for callers.
 */
const withExemplars = (metric: Histogram): Histogram => {
  const observe = metric.observe.bind(metric) as unknown as (measurement: {
    labels: object;
    value: number;
    exemplarLabels: object;
  }) => void;
  metric.observe = (first: unknown, second?: number) => {
    if (typeof first === 'number') {
      observe({ labels: {}, value: first, exemplarLabels: exemplarLabels() });
    } else if (second !== undefined) {
      observe({ labels: first as object, value: second, exemplarLabels: exemplarLabels() });
    } else {
      // Called by a timer, which passes the object form.
      const { labels, value } = first as { labels: object; value: number };
      observe({ labels, value, exemplarLabels: exemplarLabels() });
    }
  };
  return metric;
};

export const histogram = (
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[] = [],
  buckets: number[] = latencyBuckets,
) =>
  reuse(registry, name, () =>
    withExemplars(
      new Histogram({
        name,
        help,
        labelNames,
        buckets,
        registers: [registry],
        enableExemplars: true,
      }),
    ),
  );

export interface OpsServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves on a separate port: `/metrics`, `/livez` (the event loop runs), `/servingz` (from the end of the start to the
 * beginning of the stop) and `/readyz` (serving and connected, or one line for each thing that is missing).
 */
export const serveOps = async (options: {
  host: string;
  port: number;
  registry: Registry;
  isServing: () => boolean;
  /** Empty when the process is ready. */
  missing: () => readonly string[];
}): Promise<OpsServer> => {
  const server: Server = createServer((request, response) => {
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const sendReadiness = (missing: readonly string[]) => {
      if (missing.length === 0) send(200, 'ok');
      else send(503, ['not ready', ...missing].join('\n'));
    };
    switch (request.url) {
      case opsPaths.live:
        send(200, 'ok');
        return;
      case opsPaths.serving:
        if (options.isServing()) send(200, 'ok');
        else send(503, 'not serving');
        return;
      case opsPaths.ready:
        sendReadiness(options.missing());
        return;
      case opsPaths.metrics:
        options.registry.metrics().then(
          (text) => send(200, text, options.registry.contentType),
          (error: unknown) => send(500, String(error)),
        );
        return;
      default:
        send(404, 'not found');
    }
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
