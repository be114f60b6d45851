import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyExample, manifestsOf, render, runHelm, type Rendering } from './lib/chart.js';
import { at } from './lib/paths.js';
import { isLongLived, ofKind, workloadsIn, type Workload } from './lib/workloads.js';

type Annotations = ReadonlyMap<string, Readonly<Record<string, string>>>;

const annotationsOf = (workloads: readonly Workload[]): Annotations =>
  new Map(workloads.filter(isLongLived).map(({ name, annotations }) => [name, annotations]));

const annotationsIn = (rendering: Rendering) => annotationsOf(workloadsIn(render(rendering)));

/** `workload annotation` for each annotation that differs, appears or disappears. */
const changes = (before: Annotations, after: Annotations): string[] =>
  [...before]
    .flatMap(([name, own]) => {
      const other = after.get(name) ?? {};
      const keys = new Set([...Object.keys(own), ...Object.keys(other)]);
      return [...keys].filter((key) => own[key] !== other[key]).map((key) => `${name} ${key}`);
    })
    .sort();

const changedBy = (rendering: Rendering, set: string) =>
  changes(
    annotationsIn(rendering),
    annotationsIn({ ...rendering, extra: [...(rendering.extra ?? []), '--set', set] }),
  );

const readers = ['analytics', 'audit', 'billing', 'gateway', 'identity', 'shares', 'signalling'];
const readersOfSecrets = [...readers, 'turn-credentials'].map((name) => `tandem-${name}`);

/** Services read renewed certificates without a restart. */
const isReadAgain = (volume: Record<string, unknown>) => volume['name'] === 'peer-tls';

const readsSecret = ({ pod }: Workload) =>
  pod.containers.some(({ env = [] }) => env.some(({ valueFrom }) => valueFrom?.secretKeyRef)) ||
  (pod.volumes ?? []).some((volume) => volume['secret'] !== undefined && !isReadAgain(volume));

// A pod restarts exactly when its configuration or its secrets change.
describe.each(everyExample)('pods of $chart in the example $example', ({ chart, example }) => {
  const manifests = render({ chart, example });
  const workloads = workloadsIn(manifests).filter(isLongLived);
  const lasting = workloadsIn(manifests).filter(
    (one) => isLongLived(one) || one.kind === 'StatefulSet',
  );

  it('have a checksum annotation for each mounted ConfigMap of the release', () => {
    const ours = new Set(ofKind(manifests, 'ConfigMap').map(({ metadata }) => metadata.name));
    for (const { name, pod, annotations } of lasting) {
      const mounted = (pod.volumes ?? []).filter((volume) => {
        const source = volume['configMap'] as { name: string } | undefined;
        return source !== undefined && ours.has(source.name);
      });
      const sums = Object.keys(annotations).filter((key) => /^checksum\//.test(key));
      expect([name, sums.length]).toEqual([name, mounted.length]);
      for (const key of sums) expect(annotations[key]).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('have the secrets revision if and only if they read a secret', () => {
    for (const workload of workloads) {
      const has = Object.keys(workload.annotations).some((key) => /secrets?-revision$/.test(key));
      expect([workload.name, has]).toEqual([workload.name, readsSecret(workload)]);
    }
  });
});

describe('a changed value', () => {
  const minimal: Rendering = { chart: 'tandem', example: 'minimal' };

  it.each([
    ['the asset origin', 'assetOrigin=https://cdn.example.com'],
    ['the public address', 'publicUrl=https://other.example.com'],
  ])('of %s restarts the web pods', (_what, set) => {
    expect(changedBy(minimal, set)).toEqual(['tandem-web checksum/headers']);
  });

  it('of the secrets revision restarts the pods that read secrets', () => {
    expect(changedBy(minimal, 'secretsRevision=2')).toEqual(
      readersOfSecrets.map((name) => `${name} tandem/secrets-revision`),
    );
  });

  it.each([
    'podDisruptionBudget.enabled=false',
    'services.web.autoscaling.maxReplicas=12',
    'monitoring.interval=30s',
    'ingress.className=traefik',
  ])('%s restarts nothing', (set) => {
    expect(changedBy(minimal, set)).toEqual([]);
  });

  it('of the relay’s secret restarts the relay', () => {
    expect(changedBy({ chart: 'coturn', example: 'minimal' }, 'secretRevision=7')).toEqual([
      'coturn tandem/secret-revision',
    ]);
  });

  it('of the relay’s configuration restarts the relay', () => {
    const home = mkdtempSync(join(tmpdir(), 'tandem-coturn-chart-'));
    try {
      cpSync(at('helm/coturn'), home, { recursive: true, dereference: true });
      const rendered = () => {
        const { stdout } = runHelm(['template', 'coturn', home, '--kube-version', '1.34.0']);
        return annotationsOf(workloadsIn(manifestsOf(stdout)));
      };
      const before = rendered();
      expect(before.size).toBe(1);
      expect(changes(before, rendered())).toEqual([]);
      appendFileSync(join(home, 'files/turnserver.conf'), 'denied-peer-ip=9.9.9.9\n');
      expect(changes(before, rendered())).toEqual(['coturn checksum/config']);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
