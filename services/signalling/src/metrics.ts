import { histogram } from '@tandem/kit';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Counters } from './pod/counters.js';
import type { Pod } from './pod/pod.js';

/** Seconds. A relay takes microseconds within a pod and a fraction of a millisecond across pods. */
const relayBuckets = [
  0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05,
  0.25, 1,
];

/** Exports plain numbers kept elsewhere, read on each scrape. */
const labelled = (
  registry: Registry,
  name: string,
  help: string,
  label: string,
  totals: ReadonlyMap<string, number>,
) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, total] of totals) this.inc({ [label]: value }, total);
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

export const registerMetrics = (registry: Registry, pod: Observed, counters: Counters): void => {
  measured(registry, 'signalling_connections', 'Open sockets.', () => pod.connectionCount());
  measured(registry, 'signalling_rooms', 'Rooms with a member on this pod.', () => pod.roomCount());
  measured(registry, 'signalling_pods', 'Pods that are alive, including this one.', () =>
    pod.podCount(),
  );
  measured(
    registry,
    'signalling_broker_reachable',
    '1 while the broker is reachable, 0 otherwise.',
    () => (pod.isBrokerReachable() ? 1 : 0),
  );
  labelled(registry, 'signalling_joins_total', 'Joins by outcome.', 'outcome', counters.joins);
  labelled(
    registry,
    'signalling_relayed_total',
    'Relayed frames by type.',
    'type',
    counters.relayed,
  );
  labelled(
    registry,
    'signalling_dropped_total',
    'Frames not delivered, by reason.',
    'reason',
    counters.dropped,
  );
  labelled(
    registry,
    'signalling_ended_total',
    'Sockets closed by the server, by reason.',
    'reason',
    counters.closed,
  );
  new Counter({
    name: 'signalling_relayed_cross_pod_total',
    help: 'Frames relayed to another pod.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counters.crossPod);
    },
  });
  const latency = histogram(
    registry,
    'signalling_relay_seconds',
    'Time from reading a frame to writing it. Local relays are sampled; remote ones include the broker.',
    ['path'],
    relayBuckets,
  );
  const labels = { local: { path: 'local' }, remote: { path: 'remote' } } as const;
  // `latency.labels(…).observe` would drop the exemplar.
  counters.observeLatency = (path, seconds) => latency.observe(labels[path], seconds);
};
