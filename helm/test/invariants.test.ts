import { startDeadlineMs } from '@tandem/kit';
import { everyExample, manifestsOf, render, runHelm } from './lib/chart.js';
import { at } from './lib/paths.js';
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

describe('a setting of all pods', () => {
  it.each(['minimal', 'trial'])(
    'applies to Jobs, tests and what a trial bundles, in %s',
    (example) => {
      const extra = [
        '--set',
        'defaults.priorityClassName=high,defaults.nodeSelector.pool=files,image.pullSecrets={registry}',
        '--set',
        'defaults.tolerations[0].key=pool,defaults.tolerations[0].operator=Exists',
        '--set',
        'defaults.podAnnotations.mesh=off',
      ];
      const workloads = workloadsIn(render({ chart: 'tandem', example, extra }));
      expect(workloads.length).toBeGreaterThan(12);
      for (const { name, kind, annotations, pod } of workloads) {
        expect([kind, name, annotations['mesh'], pod]).toEqual([
          kind,
          name,
          'off',
          expect.objectContaining({
            priorityClassName: 'high',
            nodeSelector: { pool: 'files' },
            tolerations: [{ key: 'pool', operator: 'Exists' }],
            imagePullSecrets: [{ name: 'registry' }],
          }),
        ]);
      }
    },
  );
});

// Helm allows 53 characters. The API server refuses longer names only after it has created other objects.
describe('the longest name of a release', () => {
  it.each(['minimal', 'trial'])('makes no name too long for Kubernetes, in %s', (example) => {
    const values = at(`helm/tandem/examples/${example}.values.yaml`);
    for (const release of ['x'.repeat(53), `tandem-${'x'.repeat(46)}`]) {
      const args = ['template', release, at('helm/tandem'), '--kube-version', '1.34.0'];
      const { stdout, isOk } = runHelm([...args, '--values', values]);
      expect(isOk).toBe(true);
      // A revision's label on the pods of a StatefulSet has 11 characters more.
      const limits: Record<string, number> = { CronJob: 52, StatefulSet: 52 };
      const tooLong = manifestsOf(stdout)
        .map(({ kind, metadata: { name } }) => ({ kind, name }))
        .filter(({ kind, name }) => name.length > (limits[kind] ?? 63));
      expect(tooLong).toEqual([]);
    }
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
