import { Counter, Gauge, type Registry } from 'prom-client';
import { histogram } from '@tandem/kit';
import type { Pod } from './pod/pod.js';
import type { Stats } from './pod/counters.js';

/** Seconds; a relay within a pod takes microseconds, across pods a fraction of a millisecond. */
const relayBuckets = [
  0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05,
  0.25, 1,
];

/** Counters that live as plain numbers elsewhere and are read when Prometheus asks. */
const labelled = (
  registry: Registry,
  name: string,
  help: string,
  label: string,
  counters: ReadonlyMap<string, number>,
) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, total] of counters) this.inc({ [label]: value }, total);
    },
  });

const measured = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });

type Observed = Pick<Pod, 'connectionCount' | 'roomCount' | 'podCount' | 'isBrokerReachable'>;

export const registerMetrics = (registry: Registry, pod: Observed, stats: Stats): void => {
  measured(registry, 'signalling_connections', 'Open sockets.', () => pod.connectionCount());
  measured(registry, 'signalling_rooms', 'Rooms with a member here.', () => pod.roomCount());
  measured(registry, 'signalling_pods', 'Pods heard of, this one included.', () => pod.podCount());
  measured(registry, 'signalling_broker_reachable', '1 while other pods can be reached.', () =>
    pod.isBrokerReachable() ? 1 : 0,
  );
  labelled(registry, 'signalling_joins_total', 'Joins by outcome.', 'outcome', stats.joins);
  labelled(registry, 'signalling_relayed_total', 'Relayed frames by type.', 'type', stats.relayed);
  labelled(registry, 'signalling_dropped_total', 'Frames not delivered.', 'reason', stats.drops);
  labelled(registry, 'signalling_ended_total', 'Sockets ended by us.', 'reason', stats.ended);
  new Counter({
    name: 'signalling_relayed_cross_pod_total',
    help: 'Relayed frames that went to another pod.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(stats.crossPod);
    },
  });
  const latency = histogram(
    registry,
    'signalling_relay_seconds',
    'From reading a frame to writing it; local ones are sampled, remote ones include the broker.',
    ['path'],
    relayBuckets,
  );
  const labels = { local: { path: 'local' }, remote: { path: 'remote' } } as const;
  // Not `latency.labels(…)`: what it returns measures past the exemplars.
  stats.observeLatency = (path, seconds) => latency.observe(labels[path], seconds);
};
