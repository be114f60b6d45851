import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { services } from '../../tools/topology/services.js';
import { asCommitted, render, runHelm, template } from './lib/chart.js';
import { at } from './lib/paths.js';
import { ofKind, workloadsIn } from './lib/workloads.js';

const values = parse(readFileSync(at('helm/tandem/values.yaml'), 'utf8')) as {
  services: Record<string, unknown>;
};

describe('the services of the chart', () => {
  // A service without an entry in the values is left out of the release.
  it('are those of services.yaml, each with settings', () => {
    expect(Object.keys(values.services)).toEqual(services.map(({ name }) => name));
  });
});

describe('skaffold.yaml', () => {
  const skaffold = parse(readFileSync(at('skaffold.yaml'), 'utf8')) as {
    build: { artifacts: { image: string }[] };
    deploy: { helm: { releases: { valuesFiles: string[]; setValueTemplates: object }[] } };
    portForward: { resourceName: string }[];
  };
  const [release] = skaffold.deploy.helm.releases;

  it('installs the trial and nothing else', () => {
    expect(release?.valuesFiles).toEqual(['helm/tandem/examples/trial.values.yaml']);
    expect(Object.keys(skaffold.deploy)).toEqual(['helm']);
    const manifests = render({ chart: 'tandem', example: 'trial' });
    for (const { resourceName } of skaffold.portForward)
      expect(ofKind(manifests, 'Service').map(({ metadata }) => metadata.name)).toContain(
        resourceName,
      );
  });

  it('builds every image of the trial that is not pulled', () => {
    const images = workloadsIn(render({ chart: 'tandem', example: 'trial' })).flatMap(({ pod }) =>
      pod.containers.map(({ image }) => /^ghcr\.io\/tandem\/([\w-]+):/.exec(image)?.[1]),
    );
    const own = [...new Set(images.filter((name) => name !== undefined))].sort();
    expect(skaffold.build.artifacts.map(({ image }) => image).sort()).toEqual(
      own.map((name) => `tandem/${name}`),
    );
    expect(Object.keys(release?.setValueTemplates ?? {}).sort()).toEqual(
      own.map((name) => `image.references.${name}`),
    );
  });

  it('passes values that the chart accepts', () => {
    const rendered = template({
      chart: 'tandem',
      example: 'trial',
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
        const { stdout: files } = spawnSync('tar', ['-tzf', join(home, archive)], {
          encoding: 'utf8',
        });
        expect(files.split('\n')).toEqual(
          expect.arrayContaining([`${chart}/README.md`, `${chart}/examples/minimal.values.yaml`]),
        );
        expect(files.includes('examples/trial.values.yaml')).toBe(chart === 'tandem');
        expect(files).not.toContain('rendered');
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
