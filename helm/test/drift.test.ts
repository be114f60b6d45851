import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { topology } from '../../tools/dev-stack/topology.js';
import { asCommitted, render, runHelm, template } from './lib/chart.js';
import { at } from './lib/paths.js';
import { workloadsIn } from './lib/workloads.js';

interface ChartService {
  kind: string;
  calls?: string[];
  address?: string;
}

const values = parse(readFileSync(at('helm/tandem/values.yaml'), 'utf8')) as {
  services: Record<string, ChartService>;
};
const services = Object.entries(values.services);
/** The launcher starts two processes of signalling; a cluster scales one workload. */
const workloadName = (name: string) => name.replace(/-\d+$/, '');
const kinds: Readonly<Record<string, string>> = { rpc: 'rpc', ws: 'ws', http: 'http' };

// One product in three modes: a service that is added to one of them must be in all.
describe('embedded mode, compose and chart agree', () => {
  it.each(topology)('on $name: its kind, and whom it calls', ({ name, serves, calls = [] }) => {
    const service = values.services[workloadName(name)];
    expect(service?.kind).toBe(kinds[serves]);
    expect([...(service?.calls ?? [])].sort()).toEqual([...calls].sort());
  });

  it('on which services there are', () => {
    const embedded = new Set(topology.map(({ name }) => workloadName(name)));
    const inChart = services.filter(([, { kind }]) => kind !== 'static').map(([name]) => name);
    expect(inChart.sort()).toEqual([...embedded].sort());
  });

  it.each(topology.filter(({ address }) => address !== undefined))(
    'on the variable that holds the address of $name',
    ({ name, address }) => {
      const gateway = workloadsIn(render({ chart: 'tandem', example: 'minimal' })).find(
        (workload) => workload.name.endsWith('-gateway'),
      );
      const value = gateway?.pod.containers[0]?.env?.find((one) => one.name === address)?.value;
      expect(value).toMatch(new RegExp(`-${name}\\.`));
    },
  );
});

interface Skaffold {
  metadata: { name: string };
  requires?: { configs: string[] }[];
  manifests?: { rawYaml: string[] };
  build: {
    artifacts: { image: string; docker: { dockerfile: string; buildArgs?: { SERVICE: string } } }[];
  };
  deploy: {
    kubectl?: object;
    helm?: { releases: { setValueTemplates: Record<string, string> }[] };
  };
}

describe('skaffold.yaml', () => {
  const configurations = parseAllDocuments(readFileSync(at('skaffold.yaml'), 'utf8')).map(
    (document) => document.toJS() as Skaffold,
  );
  const skaffold = configurations.find(({ deploy }) => deploy.helm);
  if (!skaffold) throw new Error('no configuration deploys the chart');

  // Within one configuration Helm comes before kubectl, and its hook would wait for NATS in vain.
  it('has what the chart needs in the cluster before the chart', () => {
    expect(skaffold.deploy.kubectl).toBeUndefined();
    const [backing] = skaffold.requires?.flatMap(({ configs }) => configs) ?? [];
    const first = configurations.find(({ metadata }) => metadata.name === backing);
    expect(configurations.indexOf(skaffold)).toBeGreaterThan(0);
    expect(first?.manifests?.rawYaml).toContain('deploy/dev/backing.yaml');
    expect(first?.deploy.kubectl).toBeDefined();
  });

  it('builds every image of the chart with the same Dockerfiles, and tells the chart its name', () => {
    const templates = skaffold.deploy.helm?.releases[0]?.setValueTemplates ?? {};
    for (const [name, { kind }] of services) {
      const artifact = skaffold.build.artifacts.find(({ image }) => image === `tandem/${name}`);
      const file = kind === 'static' ? 'web' : 'service';
      expect([name, artifact?.docker.dockerfile]).toEqual([
        name,
        `deploy/docker/${file}.Dockerfile`,
      ]);
      if (kind !== 'static') expect(artifact?.docker.buildArgs?.SERVICE).toBe(name);
      expect(templates[`image.references.${name}`]).toContain(`tandem_${name.replace('-', '_')}`);
    }
  });

  it('gives values that the chart accepts', () => {
    const rendered = template({
      chart: 'tandem',
      example: 'dev',
      extra: ['--set', 'image.references.shares=tandem/shares:dev@sha256:abc'],
    });
    expect(rendered).toContain('image: tandem/shares:dev@sha256:abc');
  });
});

describe('the packaged charts', () => {
  it.each(['tandem', 'coturn'] as const)(
    '%s carries its rules, dashboards and configuration',
    (chart) => {
      const home = mkdtempSync(join(tmpdir(), 'tandem-package-'));
      try {
        expect(runHelm(['package', at(`helm/${chart}`), '--destination', home]).isOk).toBe(true);
        const [archive = ''] = readdirSync(home);
        const example = at(`helm/${chart}/examples/minimal.values.yaml`);
        const args = ['--namespace', chart, '--kube-version', '1.34.0', '--values', example];
        const packaged = runHelm(['template', chart, join(home, archive), ...args]);
        expect(asCommitted(packaged.stdout)).toBe(template({ chart, example: 'minimal' }));
        expect(packaged.stdout).toContain(
          chart === 'tandem' ? 'ApiErrorsBurnFast' : 'denied-peer-ip',
        );
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});
