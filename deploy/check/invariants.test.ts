import { everyExample, render, type Manifest, type PolicyRule } from './lib/chart.js';
import { matches, workloadsIn, type Workload } from './lib/workloads.js';

const secretName = /SECRET|PASSWORD|KEYS$|TOKEN|MONGO_URL|NATS_URL|CREDENTIAL/;
/** Names a path or a public value, not a secret. */
const publicNames = new Set(['GOOGLE_APPLICATION_CREDENTIALS']);
/** A process ends itself within 25 s of the signal (kit). */
const stopDeadlineSeconds = 25;

const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);

const isLongLived = ({ kind }: Workload) => kind === 'Deployment' || kind === 'DaemonSet';

const preStopSeconds = ({ pod }: Workload): number => {
  const command = pod.containers[0]?.lifecycle?.preStop?.exec?.command.join(' ') ?? '';
  const milliseconds = /setTimeout\(\(\) => \{\}, (\d+)\)/.exec(command)?.[1];
  if (milliseconds) return Number(milliseconds) / 1000;
  return Number(/^sleep (\d+)$/.exec(command)?.[1] ?? /-lt (\d+) \]/.exec(command)?.[1] ?? 0);
};

// Deployment: "invariants (restricted pod security, probes, budgets, selectors match services and
// monitors, no literal secret, headless gRPC)".
describe.each(everyExample)('$chart rendered from $example', ({ chart, example }) => {
  const manifests = render({ chart, example });
  const workloads = workloadsIn(manifests);
  const services = workloads.filter(isLongLived);
  const isDevelopment = example === 'dev';

  it('names every object once and in the release namespace', () => {
    const ids = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(manifests.filter(({ metadata }) => metadata.namespace !== chart)).toEqual([]);
  });

  it.each(workloads)('$kind $name satisfies the restricted pod security standard', (workload) => {
    const { pod } = workload;
    // The relay needs the node's own addresses; nothing else does.
    expect(pod.hostNetwork ?? false).toBe(chart === 'coturn');
    expect(pod.hostPID ?? false).toBe(false);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.securityContext?.['runAsUser']).toBeGreaterThan(0);
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        runAsNonRoot: true,
      });
      // coturn's binary is marked with this one capability, which the standard allows.
      expect(container.securityContext?.['capabilities']).toEqual({
        drop: ['ALL'],
        ...(chart === 'coturn' && { add: ['NET_BIND_SERVICE'] }),
      });
      if (chart !== 'coturn') expect(container.ports?.some(({ hostPort }) => hostPort)).toBeFalsy();
    }
    const volumeKinds = (pod.volumes ?? []).map((volume) =>
      Object.keys(volume).find((key) => key !== 'name'),
    );
    for (const kind of volumeKinds)
      expect(['emptyDir', 'configMap', 'secret', 'persistentVolumeClaim']).toContain(kind);
  });

  it.each(workloads)('$kind $name asks for memory and CPU, and has a memory limit', ({ pod }) => {
    for (const { resources, image } of pod.containers) {
      expect(resources?.requests).toHaveProperty('cpu');
      expect(resources?.requests).toHaveProperty('memory');
      expect(resources?.limits).toHaveProperty('memory');
      expect(image).not.toMatch(/:latest$|^[^:@]+$/);
    }
  });

  it.each(services)('$name is probed, and drained within its grace', (workload) => {
    const [container] = workload.pod.containers;
    const ports = new Map(
      container?.ports?.map(({ name, containerPort }) => [name, containerPort]),
    );
    for (const probe of [
      container?.startupProbe,
      container?.livenessProbe,
      container?.readinessProbe,
    ]) {
      const port = probe?.httpGet?.port ?? probe?.grpc?.port ?? probe?.tcpSocket?.port;
      expect([...ports.keys(), ...ports.values()]).toContain(port);
    }
    const grpcPort = ports.get('grpc');
    if (grpcPort) expect(container?.readinessProbe?.grpc?.port).toBe(grpcPort);
    const wait = preStopSeconds(workload);
    expect(wait).toBeGreaterThan(0);
    const ownTime = chart === 'coturn' ? 0 : stopDeadlineSeconds;
    expect(workload.pod.terminationGracePeriodSeconds).toBeGreaterThan(wait + ownTime);
  });

  it.each(services)('$name has an account of its own', ({ pod, name }) => {
    expect(pod.serviceAccountName).toBe(name);
    expect(ofKind(manifests, 'ServiceAccount').map(({ metadata }) => metadata.name)).toContain(
      name,
    );
  });

  it('has a disruption budget for each workload, and no other', () => {
    if (isDevelopment) return;
    const budgets = ofKind(manifests, 'PodDisruptionBudget').map(
      ({ spec }) => spec.selector.matchLabels,
    );
    expect(budgets).toHaveLength(services.length);
    for (const { labels } of services) {
      expect(budgets.filter((selector) => matches(selector, labels))).toHaveLength(1);
    }
  });

  it('leads every Service to exactly one workload, on a port it has', () => {
    for (const { spec, metadata } of ofKind(manifests, 'Service')) {
      const found = workloads.filter(({ labels }) => matches(spec.selector, labels));
      expect([metadata.name, found.map(({ name }) => name)]).toEqual([
        metadata.name,
        [metadata.name],
      ]);
      const names = found[0]?.pod.containers[0]?.ports?.map(({ name }) => name);
      for (const port of spec.ports) {
        expect(names).toContain(port.targetPort);
      }
    }
  });

  it('makes gRPC services headless and the others not', () => {
    for (const { spec } of ofKind(manifests, 'Service')) {
      const isGrpc = spec.ports.some(({ name }) => name === 'grpc');
      expect(spec.clusterIP === 'None').toBe(isGrpc);
    }
  });

  it('monitors every workload that has metrics', () => {
    if (isDevelopment) return;
    const monitors = ofKind(manifests, 'PodMonitor');
    for (const { labels, pod, name } of services) {
      const hasMetrics = pod.containers[0]?.ports?.some((port) => port.name === 'metrics');
      const found = monitors.filter(({ spec }) => matches(spec.selector.matchLabels, labels));
      expect([name, found.length]).toEqual([name, hasMetrics || chart === 'tandem' ? 1 : 0]);
    }
  });

  it('spreads what it selects by its own labels', () => {
    for (const { pod, labels } of services) {
      for (const { labelSelector } of pod.topologySpreadConstraints ?? []) {
        expect(matches(labelSelector.matchLabels, labels)).toBe(true);
      }
    }
  });

  // A relay per chosen node is scaled by nodes; a laptop's cluster has one of each.
  it('scales every workload by one scaler, which alone decides how many there are', () => {
    const scalers = [
      ...ofKind(manifests, 'HorizontalPodAutoscaler'),
      ...ofKind(manifests, 'ScaledObject'),
    ];
    const scaled = services.filter(({ kind }) => kind === 'Deployment' && !isDevelopment);
    expect(scalers.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(
      scaled.map(({ name }) => name).sort(),
    );
    for (const { manifest } of scaled) expect(manifest.spec).not.toHaveProperty('replicas');
    for (const { spec } of scalers) {
      const least = spec.minReplicas ?? spec.minReplicaCount ?? 0;
      // One pod may always be taken away (the disruption budget), and another must be left.
      expect(least).toBeGreaterThanOrEqual(2);
      expect(spec.maxReplicas ?? spec.maxReplicaCount).toBeGreaterThan(least);
    }
  });

  it('holds no secret by value', () => {
    for (const { pod, name } of workloads) {
      for (const variable of pod.containers.flatMap(({ env = [] }) => env)) {
        if (!secretName.test(variable.name) || publicNames.has(variable.name)) continue;
        expect([name, variable.name, variable.value]).toEqual([name, variable.name, undefined]);
        expect(variable.valueFrom?.secretKeyRef?.name).toBeTruthy();
      }
    }
    expect(ofKind(manifests, 'Secret')).toHaveLength(isDevelopment ? 1 : 0);
  });
});

// Observability: a trace begins in the browser, whose flag must not decide what is stored.
describe('how many traces are kept', () => {
  it('is decided at the two public doors, and followed by everything behind', () => {
    const samplers = workloadsIn(render({ chart: 'tandem', example: 'ha' }))
      .filter(isLongLived)
      .flatMap(({ name, pod }) => {
        const env = new Map(pod.containers[0]?.env?.map((one) => [one.name, one.value]));
        const sampler = env.get('OTEL_TRACES_SAMPLER');
        return sampler === undefined
          ? []
          : [[name.replace(/^tandem-/, ''), sampler, env.get('OTEL_TRACES_SAMPLER_ARG')]];
      });
    const behind = ['analytics', 'audit', 'billing', 'identity', 'shares', 'turn-credentials'];
    expect(samplers.sort()).toEqual(
      [
        ...['gateway', 'signalling'].map((name) => [name, 'traceidratio', '0.1']),
        ...behind.map((name) => [name, 'parentbased_traceidratio', '0.1']),
      ].sort(),
    );
  });
});

describe('who may talk to whom', () => {
  const manifests = render({ chart: 'tandem', example: 'ha' });
  const workloads = workloadsIn(manifests).filter(isLongLived);
  const policies = ofKind(manifests, 'NetworkPolicy');
  const policyOf = (labels: Record<string, string>) =>
    policies.filter(({ spec }) => matches(spec.podSelector.matchLabels, labels));

  it('is told for every pod, in both directions', () => {
    for (const { labels } of workloadsIn(manifests)) {
      if (labels['app.kubernetes.io/name'] === 'smoke-test') continue;
      expect(policyOf(labels).map(({ spec }) => spec.policyTypes)).toEqual([['Ingress', 'Egress']]);
    }
  });

  // Derived from the addresses in the environment: an address nobody may reach would be a broken release.
  it('agrees with the addresses that each process is given', () => {
    for (const caller of workloads) {
      const addresses = (caller.pod.containers[0]?.env ?? []).filter(({ name }) =>
        name.endsWith('_ADDR'),
      );
      for (const { value = '' } of addresses) {
        const callee = workloads.find(({ name }) => value.startsWith(`${name}.`));
        const port = Number(value.split(':')[1]);
        const egress = policyOf(caller.labels)[0]?.spec.egress ?? [];
        const ingress = policyOf(callee?.labels ?? {})[0]?.spec.ingress ?? [];
        const allows = (rules: PolicyRule[], side: 'from' | 'to', labels: Record<string, string>) =>
          rules.some(
            (rule) =>
              rule.ports.some((allowed) => allowed.port === port) &&
              rule[side]?.some(
                (peer) => peer.podSelector && matches(peer.podSelector.matchLabels, labels),
              ),
          );
        expect([caller.name, value, allows(egress, 'to', callee?.labels ?? {})]).toEqual([
          caller.name,
          value,
          true,
        ]);
        expect(allows(ingress, 'from', caller.labels)).toBe(true);
      }
    }
  });

  it('lets nobody but callers reach a gRPC service', () => {
    const audit = workloads.find(({ name }) => name.endsWith('-audit'));
    const rules = policyOf(audit?.labels ?? {})[0]?.spec.ingress ?? [];
    const grpc = rules.filter((rule) => rule.ports.some(({ port }) => port === 50_051));
    expect(grpc).toHaveLength(1);
    expect(
      grpc[0]?.from?.map((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/name']),
    ).toEqual(['gateway']);
  });
});
