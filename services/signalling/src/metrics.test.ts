import { createRegistry } from '@tandem/kit';
import { registerMetrics } from './metrics.js';
import { count, createCounters } from './pod/counters.js';

it('exports connections, rooms, joins by outcome, relayed frames by type, cross-pod frames, drops and latency', async () => {
  const registry = createRegistry('signalling');
  const counters = createCounters();
  const pod = {
    connectionCount: () => 7,
    roomCount: () => 3,
    podCount: () => 2,
    isBrokerReachable: () => false,
  };
  registerMetrics(registry, pod, counters);
  count(counters.joins, 'grant');
  count(counters.joins, 'grant');
  count(counters.joins, 'access-denied');
  count(counters.relayed, 'offer');
  count(counters.dropped, 'no-peer');
  count(counters.closed, 'share-ended');
  counters.crossPod = 5;
  counters.observeLatency('local', 0.000_02);
  counters.observeLatency('remote', 0.002);
  // A second scrape must not change the counters.
  await registry.metrics();
  const text = await registry.metrics();
  for (const line of [
    'signalling_connections{service="signalling"} 7',
    'signalling_rooms{service="signalling"} 3',
    'signalling_pods{service="signalling"} 2',
    'signalling_broker_reachable{service="signalling"} 0',
    'signalling_joins_total{outcome="grant",service="signalling"} 2',
    'signalling_joins_total{outcome="access-denied",service="signalling"} 1',
    'signalling_relayed_total{type="offer",service="signalling"} 1',
    'signalling_dropped_total{reason="no-peer",service="signalling"} 1',
    'signalling_ended_total{reason="share-ended",service="signalling"} 1',
    'signalling_relayed_cross_pod_total{service="signalling"} 5',
    'signalling_relay_seconds_count{service="signalling",path="local"} 1',
    'signalling_relay_seconds_sum{service="signalling",path="remote"} 0.002',
  ]) {
    expect(text).toContain(line);
  }
});
