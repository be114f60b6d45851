import { examplesOf, render, type Manifest, type Rendering } from './lib/chart.js';
import { isBuiltIn } from './lib/models.js';

const customKinds = (manifests: readonly Manifest[]) =>
  [...new Set(manifests.filter((one) => !isBuiltIn(one)).map(({ kind }) => kind))].sort();

const withOperator = (chart: Rendering['chart'], set: string) =>
  render({ chart, example: 'minimal', extra: ['--set', set] });

// A cluster without the definition of a kind refuses the whole installation: `no matches for kind "PodMonitor"`.
describe('custom resources', () => {
  it.each(['tandem', 'coturn'] as const)('%s installs without any by default', (chart) => {
    const manifests = render({ chart, example: 'minimal' });
    expect(manifests.length).toBeGreaterThan(2);
    expect(customKinds(manifests)).toEqual([]);
  });

  it.each([
    ['tandem', 'certManager', '', ['Certificate', 'Issuer']],
    [
      'tandem',
      'externalSecrets',
      ',externalSecrets.storeRef.name=vault,externalSecrets.secrets.a=b',
      ['ExternalSecret'],
    ],
    [
      'tandem',
      'gatewayApi',
      ',gatewayApi.parentRefs[0].name=public,networkPolicy.ingressFrom=anywhere',
      ['BackendTLSPolicy', 'HTTPRoute'],
    ],
    ['tandem', 'keda', '', ['ScaledObject']],
    ['tandem', 'prometheus', '', ['PodMonitor', 'PrometheusRule']],
    ['coturn', 'prometheus', '', ['PodMonitor']],
  ] as const)('%s: operators.%s alone adds its kinds', (chart, operator, settings, kinds) => {
    const manifests = withOperator(chart, `operators.${operator}=true${settings}`);
    expect(customKinds(manifests)).toEqual(kinds);
  });

  it('are recognised in the examples that use operators', () => {
    const used = examplesOf('tandem').flatMap((example) =>
      customKinds(render({ chart: 'tandem', example })),
    );
    expect(new Set(used)).toEqual(
      new Set([
        ...['Certificate', 'Issuer', 'ExternalSecret', 'HTTPRoute', 'ScaledObject'],
        'BackendTLSPolicy',
        ...['PodMonitor', 'PrometheusRule'],
      ]),
    );
  });

  // cert-manager ≥ 1.18 makes a new key at each renewal unless told otherwise. Pods with certificates of the old authority
  // would then refuse those of the new one.
  it('keep the key of the authority at its renewal, and no other', () => {
    const certificates = withOperator('tandem', 'operators.certManager=true').filter(
      ({ kind }) => kind === 'Certificate',
    );
    const policies = certificates.map(({ metadata, spec }) => {
      const { privateKey } = spec as unknown as { privateKey: { rotationPolicy?: string } };
      return [metadata.name, privateKey.rotationPolicy];
    });
    expect(policies.length).toBeGreaterThan(5);
    for (const [name, policy] of policies)
      expect([name, policy]).toEqual([name, name === 'tandem-peer-ca' ? 'Never' : 'Always']);
  });
});
