import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { everyExample, runHelm, template, tryTemplate } from './lib/chart.js';
import { at } from './lib/paths.js';

describe.each(everyExample)('$chart with the example $example', ({ chart, example }) => {
  const values = at(`helm/${chart}/examples/${example}.values.yaml`);

  it('passes helm lint', () => {
    const { isOk, stdout } = runHelm(['lint', at(`helm/${chart}`), '--strict', '-f', values]);
    expect(`${isOk ? 'ok' : 'failed'}\n${stdout}`).toMatch(/^ok/);
  });

  it.each(['1.29.0', '1.34.0'])('renders for Kubernetes %s', (kubeVersion) => {
    expect(template({ chart, example, kubeVersion })).toContain('kind: ');
  });

  it('equals the committed rendering', () => {
    const file = at(`helm/${chart}/examples/rendered/${example}.yaml`);
    // Without rules and dashboards: they are long and have files of their own.
    const extra = chart === 'tandem' ? ['--set', 'monitoring.dashboards=false'] : [];
    const rendered = template({ chart, example, extra })
      .split(/^(?=---$)/m)
      .filter((document) => !document.includes('\nkind: PrometheusRule\n'))
      .join('');
    if (process.env['UPDATE_RENDERINGS']) {
      mkdirSync(at(`helm/${chart}/examples/rendered`), { recursive: true });
      writeFileSync(file, rendered);
    }
    expect(rendered).toBe(readFileSync(file, 'utf8'));
  });
});

describe('the charts reject', () => {
  const minimal = (chart: 'tandem' | 'coturn', set: string) =>
    tryTemplate({ chart, example: 'minimal', extra: ['--set', set] });

  it.each([
    ['a misspelled section', 'servces.shares.kind=rpc', /servces is not allowed/],
    ['a misspelled key of a service', 'services.shares.replcas=2', /replcas is not allowed/],
    ['a change to services.yaml', 'services.shares.kind=http', /kind is not allowed/],
    ['an address with a path', 'publicUrl=https://example.com/app', /publicUrl/],
    ['a negative number of proxies', 'trustProxyHops=-1', /trustProxyHops/],
    [
      'a grace period shorter than the drain',
      'defaults.terminationGracePeriodSeconds=20',
      /Grace/i,
    ],
    ['a secret by value', 'secrets.GRANT_KEYS=k1:abc', /secrets\.GRANT_KEYS/],
    ['an unknown secret', 'secrets.API_KEY.name=x', /API_KEY is not allowed/],
    ['an invalid image digest', 'image.digests.shares=latest', /digests/],
    ['two replicas of a stream', 'jetstream.replicas=2', /jetstream\.replicas/],
  ])('%s', (_what, set, reason) => {
    const { isOk, stderr } = minimal('tandem', set);
    expect(isOk).toBe(false);
    expect(stderr).toMatch(reason);
  });

  it.each([
    ['a misspelled key', 'relam=x', /relam is not allowed/],
    ['an unknown source of the external address', 'externalIp.from=guess', /externalIp\.from/],
    ['a missing static address', 'externalIp.from=static', /externalIp\.address/],
    ['a port above 65535', 'ports.tls=70000', /ports\.tls/],
  ])('for coturn, %s', (_what, set, reason) => {
    const { isOk, stderr } = minimal('coturn', set);
    expect(isOk).toBe(false);
    expect(stderr).toMatch(reason);
  });

  it('a Kubernetes older than 1.29', () => {
    const { isOk, stderr } = tryTemplate({
      chart: 'tandem',
      example: 'minimal',
      kubeVersion: '1.28.0',
    });
    expect(isOk).toBe(false);
    expect(stderr).toContain('kubeVersion');
  });
});

it('values.yaml has fewer than 300 lines', () => {
  expect(readFileSync(at('helm/tandem/values.yaml'), 'utf8').split('\n').length).toBeLessThan(300);
});
