import { render, type Rendering } from '../lib/chart.js';
import { ofKind, workloadsIn } from '../lib/workloads.js';

const publicKey = 'B'.padEnd(87, 'x');
const values = `push.publicKey=${publicKey},secrets.VAPID_PRIVATE_KEY.name=push`;
const off: Rendering = { chart: 'tandem', example: 'minimal' };
const on: Rendering = { ...off, extra: ['--set', values] };

const variablesOf = (rendering: Rendering) =>
  workloadsIn(render(rendering)).flatMap(({ name, pod }) =>
    (pod.containers[0]?.env ?? [])
      .filter((variable) => variable.name.startsWith('VAPID_'))
      .map((variable) => `${name} ${variable.name} ${variable.value ?? 'from a Secret'}`),
  );

const egressOfShares = (rendering: Rendering) =>
  ofKind(render(rendering), 'NetworkPolicy')
    .find(({ metadata }) => metadata.name === 'tandem-shares')
    ?.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));

describe('Web Push', () => {
  it('gives shares the pair of keys and the internet, the gateway the public key', () => {
    expect(variablesOf(on).sort()).toEqual([
      `tandem-gateway VAPID_PUBLIC_KEY ${publicKey}`,
      'tandem-shares VAPID_PRIVATE_KEY from a Secret',
      `tandem-shares VAPID_PUBLIC_KEY ${publicKey}`,
      'tandem-shares VAPID_SUBJECT mailto:support@tandem.example',
    ]);
    expect(egressOfShares(on)).toContain(443);
  });

  it('is off by default, and shares reaches nothing outside', () => {
    expect(variablesOf(off)).toEqual([]);
    expect(egressOfShares(off)).not.toContain(443);
  });
});
