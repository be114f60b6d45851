import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { examplesOf, everyExample, render, tryTemplate, type Manifest } from './lib/chart.js';
import { at } from './lib/paths.js';
import { allowed, policiesOf, requiredPermissions, type PolicyValues } from './lib/policy.js';
import { isLongLived, matches, ofKind, workloadsIn, type Workload } from './lib/workloads.js';

describe.each(everyExample)('Services of $chart in the example $example', ({ chart, example }) => {
  const manifests = render({ chart, example });
  const workloads = workloadsIn(manifests);
  const services = ofKind(manifests, 'Service');

  it('select exactly one workload each, on ports that it declares', () => {
    for (const { spec, metadata } of services) {
      const found = workloads.filter(({ labels }) => matches(spec.selector, labels));
      expect([metadata.name, found.map(({ name }) => name)]).toEqual([
        metadata.name,
        [metadata.name],
      ]);
      const names = found[0]?.pod.containers[0]?.ports?.map(({ name }) => name);
      expect(spec.ports.length).toBeGreaterThan(0);
      for (const port of spec.ports) expect(names).toContain(port.targetPort);
    }
  });

  it('are headless for gRPC, whose clients balance the load, and for MongoDB’s replica set', () => {
    for (const { spec } of services) {
      if (spec.ports.some(({ name }) => name === 'mongo')) {
        expect(spec.clusterIP).toBe('None');
        continue;
      }
      const isGrpc = spec.ports.some(({ name }) => name === 'grpc');
      expect(spec.clusterIP === 'None').toBe(isGrpc);
    }
  });
});

interface Values {
  networkPolicy: PolicyValues & { enabled: boolean };
}

const valuesFile = (path: string) =>
  parse(readFileSync(at(`helm/tandem/${path}`), 'utf8')) as Partial<Values>;

const policyValues = (example: string) =>
  ({
    ...valuesFile('values.yaml').networkPolicy,
    ...valuesFile(`examples/${example}.values.yaml`).networkPolicy,
  }) as Values['networkPolicy'];

/** Libraries that call services on the internet. */
const internetLibraries = ['firebase-admin', 'stripe'];

const reachesInternet = (service: string): boolean => {
  if (['web', 'jetstream', 'provisioning'].includes(service)) return false;
  // It signs up at Firebase like a browser.
  if (service === 'smoke-test') return true;
  const folder = service === 'gateway' ? service : `services/${service}`;
  const { dependencies = {} } = JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return internetLibraries.some((name) => name in dependencies);
};

/** The library of Stripe calls nothing where PAYMENTS_PROVIDER is none. */
const isWithoutPayments = (workloads: readonly Workload[], service: string): boolean =>
  service === 'billing' &&
  workloads
    .find(({ labels }) => labels['app.kubernetes.io/name'] === service)
    ?.pod.containers[0]?.env?.find(({ name }) => name === 'PAYMENTS_PROVIDER')?.value === 'none';

/** Missing and needless permissions by workload. */
const faults = (manifests: readonly Manifest[], values: PolicyValues): string[] => {
  const workloads = workloadsIn(manifests);
  const required = requiredPermissions(
    workloads,
    values,
    (service) => reachesInternet(service) && !isWithoutPayments(workloads, service),
  );
  return workloads.flatMap((workload) => {
    const name = workload.labels['app.kubernetes.io/name'] ?? '';
    const policies = policiesOf(manifests, workload);
    if (policies.length !== 1) return [`${name} has ${policies.length} policies`];
    const [policy] = policies;
    const present = policy ? allowed(policy) : [];
    const wanted = required.get(name) ?? [];
    return [
      ...wanted.filter((one) => !present.includes(one)).map((one) => `${name} lacks ${one}`),
      ...present.filter((one) => !wanted.includes(one)).map((one) => `${name} needs no ${one}`),
    ];
  });
};

// The expected permissions follow from the addresses in the environment: an address without a permission is a fault,
// and so is a permission without an address.
describe('network policies', () => {
  const examples = examplesOf('tandem').filter((name) => policyValues(name).enabled);

  it('are checked in every production example', () => {
    expect(examples.sort()).toEqual([
      'external-secrets',
      'gateway-api',
      'ha',
      'minimal',
      'without-payments',
    ]);
  });

  it.each(examples)('allow exactly the addresses of each process, in %s', (example) => {
    expect(faults(render({ chart: 'tandem', example }), policyValues(example))).toEqual([]);
  });

  it.each(examples)('name every peer, in %s', (example) => {
    const manifests = render({ chart: 'tandem', example });
    const policies = ofKind(manifests, 'NetworkPolicy');
    expect(policies.length).toBeGreaterThan(0);
    for (const policy of policies) {
      expect([policy.metadata.name, allowed(policy).join('\n')]).toEqual([
        policy.metadata.name,
        expect.not.stringContaining('anywhere'),
      ]);
    }
  });

  it('exclude private networks and the metadata service from the internet by default', () => {
    const excluded = JSON.stringify(policyValues('minimal').https.to);
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']) {
      expect(excluded).toContain(`"${range}"`);
    }
  });

  it('open the metadata service to identity alone, and only where it has no key of Firebase', () => {
    const withMetadata = (name: string) =>
      ofKind(
        render({
          chart: 'tandem',
          example: 'minimal',
          extra: ['--set', `secrets.FIREBASE_SERVICE_ACCOUNT.name=${name}`],
        }),
        'NetworkPolicy',
      ).flatMap((policy) =>
        allowed(policy)
          .filter((one) => one.includes('"cidr":"169.254.169.25'))
          .map((one) => `${policy.metadata.name} ${one.slice(0, 'egress TCP/988'.length).trim()}`),
      );
    expect(withMetadata('tandem-firebase')).toEqual([]);
    expect(new Set(withMetadata(''))).toEqual(
      new Set(['tandem-identity egress TCP/80', 'tandem-identity egress TCP/988']),
    );
  });

  const outsidePeers = ['dns.to', 'mongo.to', 'nats.to', 'apiServer.to', 'https.to'];
  const peersOf = ['ingressFrom', 'metricsFrom', ...outsidePeers];

  it.each(peersOf)('allow every peer of %s only where the operator writes anywhere', (path) => {
    const set = (value: string) =>
      tryTemplate({
        chart: 'tandem',
        example: 'minimal',
        extra: ['--set-json', `networkPolicy.${path}=${value}`],
      });
    expect(set('[]').isOk).toBe(false);
    expect(set('"everywhere"').isOk).toBe(false);
    expect(set('null').isOk).toBe(false);
    expect(set('"anywhere"').isOk).toBe(true);
    const [key = ''] = path.split('.');
    const values = policyValues('minimal');
    const changed = {
      ...values,
      [key]: path.includes('.')
        ? { ...(values[key as 'mongo'] as object), to: 'anywhere' }
        : 'anywhere',
    } as PolicyValues;
    const extra = ['--set-json', `networkPolicy.${path}="anywhere"`];
    const manifests = render({ chart: 'tandem', example: 'minimal', extra });
    expect(faults(manifests, changed)).toEqual([]);
    const all = ofKind(manifests, 'NetworkPolicy').flatMap(allowed);
    expect(all.join('\n')).toContain('anywhere');
  });

  it.each(examples)('cover ingress and egress of every pod, in %s', (example) => {
    const manifests = render({ chart: 'tandem', example });
    for (const workload of workloadsIn(manifests)) {
      const types = policiesOf(manifests, workload).map(({ spec }) => spec.policyTypes);
      expect([workload.name, types]).toEqual([workload.name, [['Ingress', 'Egress']]]);
    }
  });

  it('allow only the gateway to call audit', () => {
    const manifests = render({ chart: 'tandem', example: 'ha' });
    const audit = workloadsIn(manifests).find(({ name }) => name === 'tandem-audit');
    const [policy] = audit ? policiesOf(manifests, audit) : [];
    const callers = policy ? allowed(policy).filter((one) => one.includes('50051')) : [];
    expect(callers).toEqual(['ingress TCP/50051 gateway']);
  });
});

describe('the checker of network policies', () => {
  it('reports an address without a permission and a permission without an address', () => {
    const manifests = render({ chart: 'tandem', example: 'ha' });
    const audit = workloadsIn(manifests).find(({ name }) => name === 'tandem-audit');
    const gateway = workloadsIn(manifests).find(({ name }) => name === 'tandem-gateway');
    const addresses = gateway?.pod.containers[0]?.env ?? [];
    const toShares = addresses.findIndex(({ name }) => name === 'SHARES_ADDR');
    audit?.pod.containers[0]?.env?.push(...addresses.splice(toShares, 1));
    expect(faults(manifests, policyValues('ha')).sort()).toEqual([
      'audit lacks egress TCP/50051 shares',
      'gateway needs no egress TCP/50051 shares',
      'shares lacks ingress TCP/50051 audit',
      'shares needs no ingress TCP/50051 gateway',
    ]);
  });

  it('refuses an address that it does not know', () => {
    const manifests = render({ chart: 'tandem', example: 'ha' });
    const audit = workloadsIn(manifests).filter(isLongLived)[0];
    audit?.pod.containers[0]?.env?.push({ name: 'MAIL_HOST', value: 'mail.example.com:25' });
    expect(() => faults(manifests, policyValues('ha'))).toThrow(/MAIL_HOST/);
  });
});

describe('the policy for traces', () => {
  it.each([
    ['http://collector.monitoring.svc:4319', 4319],
    ['https://otlp.example.com', 443],
    ['http://collector/v1', 80],
  ])('allows the port of %s', (endpoint, port) => {
    const extra = ['--set', `tracing.endpoint=${endpoint}`];
    const manifests = render({ chart: 'tandem', example: 'minimal', extra });
    const gateway = workloadsIn(manifests).find(({ name }) => name === 'tandem-gateway');
    const egress = gateway ? policiesOf(manifests, gateway).flatMap(allowed) : [];
    const monitoring = JSON.stringify(policyValues('minimal').tracing.to[0]);
    expect(egress).toContain(`egress TCP/${port} ${monitoring}`);
  });
});

describe('the network policy of audit', () => {
  const portsWith = (...extra: string[]) =>
    ofKind(render({ chart: 'tandem', example: 'minimal', extra }), 'NetworkPolicy')
      .find(({ metadata }) => metadata.name === 'tandem-audit')
      ?.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));

  // Most of these services have no https: their answers are signed.
  it.each([
    ['https://stamps.example.com', 443],
    ['http://stamps.example.com/tsr', 80],
    ['http://stamps.example.com:318', 318],
  ])('lets it reach the time-stamping service %s', (url, port) => {
    const set = `services.audit.env.AUDIT_TIMESTAMP_URL=${url}`;
    const others = portsWith() ?? [];
    expect(portsWith('--set', set)).toEqual([...others, port]);
    expect(others).not.toContain(port);
  });
});
