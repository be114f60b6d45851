import { startDeadlineMs } from '@tandem/kit';
import { everyExample, render } from './lib/chart.js';
import { isLongLived, matches, ofKind, workloadsIn } from './lib/workloads.js';

const secretName = /SECRET|PASSWORD|KEYS$|TOKEN|MONGO_URL|NATS_URL|CREDENTIAL/;
/** Variables whose names look like secrets and that hold a path or a public value. */
const publicNames = new Set(['GOOGLE_APPLICATION_CREDENTIALS']);

const bytes = (quantity: string): number => {
  const [, number = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * 2 ** (unit === 'Gi' ? 30 : 20);
};

describe.each(everyExample)('$chart rendered from $example', ({ chart, example }) => {
  const manifests = render({ chart, example });
  const workloads = workloadsIn(manifests);
  const services = workloads.filter(isLongLived);

  it('contains no duplicate object, and all in the release namespace', () => {
    const ids = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(manifests.filter(({ metadata }) => metadata.namespace !== chart)).toEqual([]);
  });

  it.each(workloads)('$kind $name satisfies the restricted pod security standard', (workload) => {
    const { pod } = workload;
    // The relay alone uses the host network.
    expect(pod.hostNetwork ?? false).toBe(chart === 'coturn');
    expect(pod.hostPID ?? false).toBe(false);
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
      // The binaries of coturn and Caddy have this file capability, which the standard allows.
      expect(container.securityContext?.['capabilities']).toEqual({
        drop: ['ALL'],
        ...(/coturn|caddy/.test(container.image) && { add: ['NET_BIND_SERVICE'] }),
      });
      if (chart !== 'coturn') expect(container.ports?.some(({ hostPort }) => hostPort)).toBeFalsy();
    }
    const volumeKinds = (pod.volumes ?? []).map((volume) =>
      Object.keys(volume).find((key) => key !== 'name'),
    );
    for (const kind of volumeKinds)
      expect(['emptyDir', 'configMap', 'secret', 'persistentVolumeClaim']).toContain(kind);
  });

  it.each(workloads)('$kind $name requests memory and CPU and has a memory limit', ({ pod }) => {
    for (const { resources, image } of pod.containers) {
      expect(resources?.requests).toHaveProperty('cpu');
      expect(resources?.requests).toHaveProperty('memory');
      expect(resources?.limits).toHaveProperty('memory');
      const [asked, most] = [resources?.requests, resources?.limits].map((one) =>
        bytes(one?.['memory'] ?? ''),
      );
      expect(asked).toBeGreaterThan(0);
      expect(most).toBeGreaterThanOrEqual(asked ?? Infinity);
      // A CPU limit only throttles.
      expect(resources?.limits).not.toHaveProperty('cpu');
      expect(image).not.toMatch(/:latest$|^[^:@]+$/);
    }
  });

  it.each(services)('$name has probes on ports that it declares', (workload) => {
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
    // The kubelet cannot check gRPC over TLS.
    if (ports.has('grpc')) expect(container?.readinessProbe?.httpGet?.path).toBe('/servingz');
  });

  it.each(services)('$name is given more time to start than it takes to give up', ({ pod }) => {
    const [container] = pod.containers;
    if (container?.command?.[0] !== 'node') return;
    const { periodSeconds = 0, failureThreshold = 0 } = container.startupProbe ?? {};
    expect(periodSeconds * failureThreshold * 1000).toBeGreaterThan(startDeadlineMs);
  });

  it.each(services)('$name has its own service account', ({ pod, name }) => {
    expect(pod.serviceAccountName).toBe(name);
  });

  // No service calls the Kubernetes API. The Job that makes Secrets does.
  it('mounts no API token, for pods and service accounts, except to make Secrets', () => {
    const accounts = ofKind(manifests, 'ServiceAccount');
    expect(accounts.filter((one) => one.automountServiceAccountToken !== false)).toEqual([]);
    const names = accounts.map(({ metadata }) => metadata.name);
    for (const { pod, kind, name } of workloads) {
      const makesSecrets = pod.serviceAccountName?.endsWith('-provisioning') === true;
      expect([name, pod.automountServiceAccountToken]).toEqual([name, makesSecrets]);
      // `helm test` runs as the namespace's default account.
      if (kind !== 'Pod') expect(names).toContain(pod.serviceAccountName);
    }
    const grants = manifests.filter(({ kind }) => kind.includes('Role'));
    for (const { kind, metadata } of grants) {
      expect([kind, metadata.name]).toEqual([
        expect.stringMatching(/^Role(Binding)?$/),
        'tandem-provisioning',
      ]);
    }
  });

  it('monitors every workload with metrics', () => {
    const extra = ['--set', 'operators.prometheus=true'];
    const monitors = ofKind(render({ chart, example, extra }), 'PodMonitor');
    for (const { labels, pod, name } of services) {
      const hasMetrics = pod.containers[0]?.ports?.some((port) => port.name === 'metrics');
      const found = monitors.filter(({ spec }) => matches(spec.selector.matchLabels, labels));
      expect([name, found.length]).toEqual([name, hasMetrics || chart === 'tandem' ? 1 : 0]);
    }
  });

  // Server-side apply, the default of Helm 4, rejects lists with duplicate keys.
  it.each(workloads)('$kind $name has no duplicate variable, port or mount', ({ pod }) => {
    for (const { env = [], ports = [], volumeMounts = [] } of pod.containers) {
      const keys = [
        ...env.map(({ name }) => `env ${name}`),
        ...ports.map(({ containerPort, protocol }) => `port ${containerPort}/${protocol ?? 'TCP'}`),
        ...volumeMounts.map(({ mountPath }) => `mount ${mountPath}`),
        ...(pod.volumes ?? []).map(({ name }) => `volume ${String(name)}`),
      ];
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('contains no secret by value', () => {
    for (const { pod, name } of workloads) {
      for (const variable of pod.containers.flatMap(({ env = [] }) => env)) {
        if (!secretName.test(variable.name) || publicNames.has(variable.name)) continue;
        expect([name, variable.name, variable.value]).toEqual([name, variable.name, undefined]);
        expect(variable.valueFrom?.secretKeyRef?.name).toBeTruthy();
      }
    }
    expect(ofKind(manifests, 'Secret')).toEqual([]);
  });
});

describe('a variable of the operator', () => {
  it('replaces the chart’s, for one service or for all', () => {
    const extra = ['--set', 'services.shares.env.LOG_LEVEL=debug,defaults.env.LOG_LEVEL=warn'];
    const workloads = workloadsIn(render({ chart: 'tandem', example: 'minimal', extra }));
    const levelOf = (service: string) =>
      workloads
        .find(({ name }) => name === `tandem-${service}`)
        ?.pod.containers[0]?.env?.filter(({ name }) => name === 'LOG_LEVEL');
    expect(levelOf('shares')).toEqual([{ name: 'LOG_LEVEL', value: 'debug' }]);
    expect(levelOf('audit')).toEqual([{ name: 'LOG_LEVEL', value: 'warn' }]);
  });
});

// Traces start in the browser, whose sampled flag must not decide what is stored.
describe('trace sampling', () => {
  it('is decided by the public services and followed by the others', () => {
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
