import { render } from '../lib/chart.js';
import { workloadsIn } from '../lib/workloads.js';

const names = ['IMPRINT_URL', 'STATUS_URL', 'SOURCE_URL', 'SECURITY_CONTACT'];

const variables = (...extra: string[]) => {
  const manifests = render({ chart: 'tandem', example: 'minimal', extra });
  const gateway = workloadsIn(manifests).find(({ name }) => name === 'tandem-gateway');
  const env = gateway?.pod.containers[0]?.env ?? [];
  return env.flatMap(({ name, value }) => (names.includes(name) ? [[name, value]] : []));
};

describe('the links of the operator', () => {
  it('reach the gateway', () => {
    const links = [
      'product.links.imprint=https://example.com/imprint',
      'product.links.status=https://status.example.com/',
      'product.links.source=https://code.example.com/tandem',
      'product.links.securityContact=mailto:security@example.com',
    ];
    expect(Object.fromEntries(variables('--set', links.join(',')))).toEqual({
      IMPRINT_URL: 'https://example.com/imprint',
      STATUS_URL: 'https://status.example.com/',
      SOURCE_URL: 'https://code.example.com/tandem',
      SECURITY_CONTACT: 'mailto:security@example.com',
    });
  });

  it('are absent unless they are set', () => {
    expect(variables()).toEqual([]);
    const set = 'product.links.status=https://status.example.com/';
    expect(variables('--set', set)).toEqual([['STATUS_URL', 'https://status.example.com/']]);
  });
});
