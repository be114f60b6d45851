import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { services } from '../../tools/topology/services.js';
import { asCommitted, runHelm, template } from './lib/chart.js';
import { at } from './lib/paths.js';

const values = parse(readFileSync(at('helm/tandem/values.yaml'), 'utf8')) as {
  services: Record<string, unknown>;
};

describe('the services of the chart', () => {
  // A service without an entry in the values is left out of the release.
  it('are those of services.yaml, each with settings', () => {
    expect(Object.keys(values.services)).toEqual(services.map(({ name }) => name));
  });
});

interface Skaffold {
  metadata: { name: string };
  requires?: { configs: string[] }[];
  manifests?: { rawYaml: string[] };
  deploy: { kubectl?: object; helm?: object };
}

describe('skaffold.yaml', () => {
  const configurations = parseAllDocuments(readFileSync(at('skaffold.yaml'), 'utf8')).map(
    (document) => document.toJS() as Skaffold,
  );
  const skaffold = configurations.find(({ deploy }) => deploy.helm);
  if (!skaffold) throw new Error('no configuration deploys the chart');

  // Within one configuration Helm runs before kubectl, and the chart's hook would wait for NATS.
  it('deploys what the chart needs before the chart', () => {
    expect(skaffold.deploy.kubectl).toBeUndefined();
    const [backing] = skaffold.requires?.flatMap(({ configs }) => configs) ?? [];
    const first = configurations.find(({ metadata }) => metadata.name === backing);
    expect(configurations.indexOf(skaffold)).toBeGreaterThan(0);
    expect(first?.manifests?.rawYaml).toContain('deploy/dev/backing.yaml');
    expect(first?.deploy.kubectl).toBeDefined();
  });

  it('passes values that the chart accepts', () => {
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
    '%s contains its rules, dashboards and configuration',
    (chart) => {
      const extra = ['--set', 'operators.prometheus=true'];
      const home = mkdtempSync(join(tmpdir(), 'tandem-package-'));
      try {
        expect(runHelm(['package', at(`helm/${chart}`), '--destination', home]).isOk).toBe(true);
        const [archive = ''] = readdirSync(home);
        const example = at(`helm/${chart}/examples/minimal.values.yaml`);
        const args = [
          '--namespace',
          chart,
          '--kube-version',
          '1.34.0',
          '--values',
          example,
          ...extra,
        ];
        const packaged = runHelm(['template', chart, join(home, archive), ...args]);
        expect(asCommitted(packaged.stdout)).toBe(template({ chart, example: 'minimal', extra }));
        expect(packaged.stdout).toContain(
          chart === 'tandem' ? 'ApiErrorsBurnFast' : 'denied-peer-ip',
        );
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});
