import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopDeadlineMs } from '../../services/_kit/src/process/run.js';
import { readConfig as readSignallingConfig } from '../../services/signalling/src/config.js';
import {
  everyExample,
  manifestsOf,
  render,
  runHelm,
  type Manifest,
  type ScaleBehaviour,
} from './lib/chart.js';
import { at } from './lib/paths.js';
import { parsePromql } from './lib/promql.js';
import {
  isBundled,
  isLongLived,
  matches,
  ofKind,
  workloadsIn,
  type Workload,
} from './lib/workloads.js';

const stopDeadlineSeconds = stopDeadlineMs / 1000;
/** The relay has no stop deadline: it exits with its last transfer, which the hook waits for. */
const ownSeconds = (chart: string) => (chart === 'coturn' ? 0 : stopDeadlineSeconds);

const preStopSeconds = ({ pod }: Workload): number => {
  const command = pod.containers[0]?.lifecycle?.preStop?.exec?.command.join(' ') ?? '';
  const milliseconds = /setTimeout\(\(\) => \{\}, (\d+)\)/.exec(command)?.[1];
  if (milliseconds) return Number(milliseconds) / 1000;
  return Number(/^sleep (\d+)$/.exec(command)?.[1] ?? /-lt (\d+) \]/.exec(command)?.[1] ?? 0);
};

const isSignalling = ({ pod }: Workload) =>
  pod.containers[0]?.ports?.some(({ name }) => name === 'ws') === true;

/** The metrics of a scaler, an HPA or a ScaledObject. */
const scaledBy = ({ spec }: Manifest): string[] => [
  ...(spec.metrics ?? []).map((one) => one.pods?.metric.name ?? one.resource?.name ?? one.type),
  ...(spec.triggers ?? []).flatMap(({ type, metadata }) =>
    type === 'prometheus' ? parsePromql(metadata['query'] ?? '').metrics : [type],
  ),
];

const behaviourOf = ({ spec }: Manifest): ScaleBehaviour | undefined =>
  spec.behavior ?? spec.advanced?.horizontalPodAutoscalerConfig.behavior;

describe.each(everyExample)('scaling of $chart in the example $example', ({ chart, example }) => {
  const manifests = render({ chart, example });
  const services = workloadsIn(manifests).filter((one) => isLongLived(one) && !isBundled(one));
  // Relays scale with the nodes; a trial does not scale.
  const scaled = services.filter(({ kind }) => kind === 'Deployment' && example !== 'trial');
  const scalers = [
    ...ofKind(manifests, 'HorizontalPodAutoscaler'),
    ...ofKind(manifests, 'ScaledObject'),
  ];
  const scalerOf = (name: string) => scalers.find(({ spec }) => spec.scaleTargetRef.name === name);

  it('has one scaler per workload, which begins with its least number of pods', () => {
    expect(scalers.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(
      scaled.map(({ name }) => name).sort(),
    );
    for (const { spec } of scalers)
      expect(spec.scaleTargetRef.kind ?? 'Deployment').toBe('Deployment');
    // In a cluster, the present number of pods (lookup): neither autoscaling nor an upgrade drops one.
    for (const { manifest, name } of scaled) {
      const { minReplicas, minReplicaCount } = scalerOf(name)?.spec ?? {};
      expect([name, manifest.spec.replicas]).toEqual([name, minReplicas ?? minReplicaCount]);
    }
    for (const { manifest } of services.filter((one) => !scaled.includes(one))) {
      if (manifest.kind === 'Deployment') expect(manifest.spec.replicas).toBeGreaterThan(0);
    }
    for (const { spec } of scalers) {
      const least = spec.minReplicas ?? spec.minReplicaCount ?? 0;
      // The disruption budget allows the eviction of one pod; another must remain.
      expect(least).toBeGreaterThanOrEqual(2);
      expect(spec.maxReplicas ?? spec.maxReplicaCount).toBeGreaterThan(least);
    }
  });

  it('scales signalling by sockets, and every workload by CPU', () => {
    for (const workload of scaled) {
      const scaler = scalerOf(workload.name);
      expect([workload.name, scaler && scaledBy(scaler)]).toEqual([
        workload.name,
        isSignalling(workload) ? ['signalling_connections', 'cpu'] : ['cpu'],
      ]);
    }
    for (const { spec, metadata } of scalers) {
      const query = spec.triggers?.find(({ type }) => type === 'prometheus')?.metadata['query'];
      if (query) expect(query).toContain(`{namespace="${metadata.namespace ?? ''}"}`);
      for (const { pods, resource } of spec.metrics ?? []) {
        if (pods) expect(Number(pods.target.averageValue)).toBeGreaterThan(0);
        else expect(resource?.target.averageUtilization).toBeLessThan(100);
      }
    }
  });

  // KEDA otherwise counts an empty answer as 0, and a fixed number of pods in its place would add pods during a short
  // outage.
  it('keeps the pods of signalling while Prometheus does not answer or has no series', () => {
    for (const { spec } of ofKind(manifests, 'ScaledObject')) {
      expect(spec.fallback).toEqual({
        failureThreshold: 3,
        replicas: spec.minReplicaCount,
        behavior: 'currentReplicasIfHigher',
      });
      const query = spec.triggers?.find(({ type }) => type === 'prometheus');
      expect(query?.metadata).toHaveProperty('ignoreNullValues', 'false');
    }
  });

  it('removes one pod at a time, after the previous one has drained', () => {
    for (const workload of scaled) {
      const scaler = scalerOf(workload.name);
      const down = scaler && behaviourOf(scaler)?.scaleDown;
      const graceSeconds = workload.pod.terminationGracePeriodSeconds ?? 0;
      expect([workload.name, down?.policies.map(({ type, value }) => [type, value])]).toEqual([
        workload.name,
        [['Pods', 1]],
      ]);
      expect(down?.policies[0]?.periodSeconds).toBeGreaterThan(graceSeconds);
      expect(down?.stabilizationWindowSeconds).toBeGreaterThan(graceSeconds);
    }
  });

  it('scales signalling down slower than other workloads', () => {
    const windows = scaled.map((workload) => {
      const scaler = scalerOf(workload.name);
      const down = scaler && behaviourOf(scaler)?.scaleDown;
      return { workload, seconds: down?.stabilizationWindowSeconds ?? 0 };
    });
    const signalling = windows.find(({ workload }) => isSignalling(workload));
    for (const { workload, seconds } of windows) {
      if (workload !== signalling?.workload) expect(seconds).toBeLessThan(signalling?.seconds ?? 0);
    }
  });

  it.each(services)('the grace period of $name exceeds its drain', (workload) => {
    const wait = preStopSeconds(workload);
    expect(wait).toBeGreaterThan(0);
    expect(workload.pod.terminationGracePeriodSeconds).toBeGreaterThan(wait + ownSeconds(chart));
  });

  it('disconnects the clients of signalling within the stop deadline of a process', () => {
    for (const { pod } of services.filter(isSignalling)) {
      const given = pod.containers[0]?.env?.find(({ name }) => name === 'DRAIN_SPREAD_MS')?.value;
      const { DRAIN_SPREAD_MS: spread } = readSignallingConfig({
        NATS_URL: 'nats://nats:4222',
        IDENTITY_ADDR: 'identity:50051',
        SHARES_ADDR: 'shares:50051',
        GRANT_PUBLIC_KEYS: `k1:${'A'.repeat(43)}`,
        PUBLIC_URL: 'https://files.example.com',
        ...(given && { DRAIN_SPREAD_MS: given }),
      });
      expect(spread).toBeGreaterThan(0);
      expect(spread).toBeLessThan(stopDeadlineMs);
    }
  });

  // A DaemonSet has no scale from which a budget could be computed: its budget would refuse every eviction. A drain
  // ignores its pods.
  it('has a disruption budget for each scaled workload, and none that blocks a node drain', () => {
    const budgets = ofKind(manifests, 'PodDisruptionBudget');
    expect(budgets).toHaveLength(scaled.length);
    for (const { name, labels } of scaled) {
      const own = budgets.filter(({ spec }) => matches(spec.selector.matchLabels, labels));
      expect([name, own.length]).toEqual([name, 1]);
      const { spec } = scalerOf(name) ?? {};
      const least = spec?.minReplicas ?? spec?.minReplicaCount ?? 0;
      const { maxUnavailable, minAvailable, ...rest } = own[0]?.spec ?? {};
      const mayGo = maxUnavailable ?? least - Number(minAvailable);
      expect([name, mayGo]).toEqual([name, expect.any(Number)]);
      expect(mayGo).toBeGreaterThanOrEqual(1);
      expect(mayGo).toBeLessThan(least);
      expect(rest).toHaveProperty('unhealthyPodEvictionPolicy', 'AlwaysAllow');
    }
  });

  it('spreads the pods of each workload over zones and nodes', () => {
    for (const { pod, labels, kind, name } of services) {
      if (kind === 'DaemonSet') continue;
      const spread = pod.topologySpreadConstraints ?? [];
      expect([name, spread.map(({ topologyKey }) => topologyKey)]).toEqual([
        name,
        ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
      ]);
      for (const { labelSelector } of spread) {
        expect(matches(labelSelector.matchLabels, labels)).toBe(true);
        const others = services.filter((other) => other.name !== name);
        for (const other of others)
          expect(matches(labelSelector.matchLabels, other.labels)).toBe(false);
      }
    }
  });
});

describe('the drain that the chart checks', () => {
  it('includes the stop deadline of the processes', () => {
    const template = readFileSync(at('helm/tandem/templates/_faults.tpl'), 'utf8');
    expect(template).toContain(`add $preStop ${stopDeadlineSeconds}`);
  });
});

/** Reads a Deployment from the cluster; in `helm template`, which has no cluster, it returns nothing. */
const lookup =
  'lookup "apps/v1" "Deployment" .root.Release.Namespace (include "tandem.component" .)';

/** The number of pods that an upgrade sets, where the cluster has `present` pods of each Deployment. */
const replicasAfter = (present: Record<string, number>, ...settings: string[]) => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-scaling-'));
  try {
    cpSync(at('helm/tandem'), home, { recursive: true, dereference: true });
    const file = join(home, 'templates/_workload.tpl');
    const template = readFileSync(file, 'utf8');
    expect(template.split(lookup)).toHaveLength(2);
    const deployments = Object.fromEntries(
      Object.entries(present).map(([name, replicas]) => [`tandem-${name}`, { spec: { replicas } }]),
    );
    const found = `get (fromJson \`${JSON.stringify(deployments)}\`) (include "tandem.component" .) | default dict`;
    writeFileSync(file, template.replace(lookup, found));
    const { isOk, stdout, stderr } = runHelm([
      ...['template', 'tandem', home, '--namespace', 'tandem', '--kube-version', '1.34.0'],
      ...['--values', at('helm/tandem/examples/minimal.values.yaml')],
      ...settings.flatMap((one) => ['--set', one]),
    ]);
    if (!isOk) throw new Error(stderr);
    return Object.fromEntries(
      ofKind(manifestsOf(stdout), 'Deployment').map(({ metadata, spec }) => [
        metadata.name.replace('tandem-', ''),
        spec.replicas,
      ]),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

describe('an upgrade of a running release', () => {
  it('keeps the pods that the autoscaler has added', () => {
    const replicas = replicasAfter({ shares: 7, gateway: 3 });
    expect(replicas).toMatchObject({ shares: 7, gateway: 3, billing: 2 });
  });

  it('that switches autoscaling on drops no pod, and begins with the autoscaler’s minimum', () => {
    const replicas = replicasAfter({ shares: 1, gateway: 4 }, 'autoscaling.enabled=true');
    expect(replicas).toMatchObject({ shares: 2, gateway: 4 });
  });

  it('sets the configured number without autoscaling', () => {
    const settings = ['autoscaling.enabled=false', 'defaults.replicas=3'];
    expect(replicasAfter({ shares: 7 }, ...settings)).toMatchObject({ shares: 3, gateway: 3 });
  });
});
