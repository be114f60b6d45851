import { render, type Rendering } from './lib/chart.js';
import { ofKind, workloadsIn } from './lib/workloads.js';

const without: Rendering = { chart: 'tandem', example: 'without-payments' };
const trialWithout: Rendering = {
  chart: 'tandem',
  example: 'trial',
  extra: ['--set', 'payments.provider=none,payments.publishableKey='],
};

const variablesOf = (rendering: Rendering, service: string) => {
  const workload = workloadsIn(render(rendering)).find(({ name }) => name === `tandem-${service}`);
  const env = workload?.pod.containers[0]?.env ?? [];
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
};

describe.each([without, trialWithout])('the chart without payments, example $example', (one) => {
  it.each(['billing', 'gateway'])('tells %s so, and gives it nothing of Stripe', (service) => {
    const variables = variablesOf(one, service);
    expect(variables['PAYMENTS_PROVIDER']).toBe('none');
    expect(Object.keys(variables).filter((name) => name.startsWith('STRIPE_'))).toEqual([]);
  });

  it('delivers the pages without prices', () => {
    const headers = render(one).find(({ metadata }) => metadata.name.endsWith('-web-headers'));
    expect(headers?.data?.['policies.nginx']).toContain(
      'map $host $pages { default "/without-payments"; }',
    );
  });
});

it('with payments the pages are those of the image', () => {
  const manifests = render({ chart: 'tandem', example: 'minimal' });
  const headers = manifests.find(({ metadata }) => metadata.name.endsWith('-web-headers'));
  expect(headers?.data?.['policies.nginx']).not.toContain('$pages');
});

it('a trial without payments starts no stand-in and makes no Secret of Stripe', () => {
  const text = (rendering: Rendering) => JSON.stringify(render(rendering));
  const names = /payments-stand-in|tandem-stripe/;
  expect(text({ chart: 'tandem', example: 'trial' })).toMatch(names);
  expect(text(trialWithout)).not.toMatch(names);
});

it('billing reaches the internet with payments only', () => {
  const egressOf = (example: string) =>
    ofKind(render({ chart: 'tandem', example }), 'NetworkPolicy')
      .find(({ metadata }) => metadata.name === 'tandem-billing')
      ?.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(egressOf('minimal')).toContain(443);
  expect(egressOf('without-payments')).not.toContain(443);
});

it('the policy of the plans reaches the service that enforces it and the one that publishes it', () => {
  for (const service of ['shares', 'gateway']) {
    expect(variablesOf(without, service)).toMatchObject({
      FREE_MONTHLY_SHARES: 'unlimited',
      EXPIRY_DAYS_FREE: '1-30:7',
    });
  }
});
