import { examplesOf, render } from './lib/chart.js';
import { destination, gatewayDoors, ingressDoors, type HttpRouteRule } from './lib/routes.js';
import { isLongLived, ofKind, workloadsIn } from './lib/workloads.js';

const socket = 'signalling:8080';
const api = 'gateway:8080';
const pages = 'web:8080';

// A trial has no routes: its proxy is reached through `kubectl port-forward`.
describe.each(examplesOf('tandem').filter((example) => example !== 'trial'))(
  'the routes of the example %s',
  (example) => {
    const manifests = render({ chart: 'tandem', example });
    const hasPages = workloadsIn(manifests).some(({ name }) => name === 'tandem-web');
    const doors = [...ingressDoors(manifests), ...gatewayDoors(manifests)];
    const end = (path: string) => destination(manifests, doors, path);

    it('exist once for each path, under the public host name', () => {
      const stream = gatewayDoors(manifests).length > 0 ? ['/api/changes'] : [];
      expect(doors.map(({ path }) => path).sort()).toEqual(
        [...(hasPages ? ['/'] : []), '/api', ...stream, '/ws'].sort(),
      );
      const gateway = workloadsIn(manifests).find(({ name }) => name === 'tandem-gateway');
      const publicUrl = gateway?.pod.containers[0]?.env?.find(({ name }) => name === 'PUBLIC_URL');
      const host = new URL(publicUrl?.value ?? '').hostname;
      expect([...new Set(doors.map((door) => door.host))]).toEqual([host]);
    });

    it('send web sockets, and nothing else, to signalling', () => {
      expect(end('/ws')).toBe(socket);
      for (const path of ['/ws/x', '/wss', '/api/ws']) expect(end(path)).not.toBe(socket);
    });

    it.each([
      '/api',
      '/api/config',
      '/api/changes',
      '/api/shares/x/access',
      '/api/webhooks/stripe',
      '/api/ws',
    ])('send %s to the gateway', (path) => {
      expect(end(path)).toBe(api);
    });

    it.each(['/', '/share/abc', '/assets/index.js', '/apis', '/ws/x'])(
      'send %s to the web pods, if the cluster has them',
      (path) => {
        expect(end(path)).toBe(hasPages ? pages : undefined);
      },
    );

    it('end at ports on which the processes listen', () => {
      const variables: Readonly<Record<string, string>> = {
        gateway: 'PORT',
        signalling: 'WS_PORT',
      };
      for (const { pod } of workloadsIn(manifests).filter(isLongLived)) {
        const [container] = pod.containers;
        const variable = variables[container?.name ?? ''];
        if (!variable) continue;
        const port = container?.env?.find(({ name }) => name === variable)?.value;
        expect(`${container?.name ?? ''}:${port ?? ''}`).toBe(
          container?.name === 'gateway' ? api : socket,
        );
      }
    });
  },
);

describe('Ingress and Gateway API', () => {
  const manifests = render({
    chart: 'tandem',
    example: 'ha',
    extra: [
      '--set',
      'operators.gatewayApi=true,gatewayApi.parentRefs[0].name=public,networkPolicy.ingressFrom=anywhere',
    ],
  });

  it('set no timeout that ends a web socket or a stream of changes', () => {
    const rules = ofKind(manifests, 'HTTPRoute').flatMap(
      ({ spec }) => spec.rules as HttpRouteRule[],
    );
    const unlimited = rules.filter(({ timeouts }) => timeouts?.request === '0s');
    expect(unlimited.map((rule) => rule.matches[0]?.path)).toEqual([
      { type: 'Exact', value: '/api/changes' },
      { type: 'Exact', value: '/ws' },
    ]);
  });

  it.each(['/', '/ws', '/ws/x', '/api', '/api/config', '/api/changes', '/apis', '/share/abc'])(
    'route %s to the same service',
    (path) => {
      const byGateway = destination(manifests, gatewayDoors(manifests), path);
      expect(byGateway).toBeDefined();
      expect(byGateway).toBe(destination(manifests, ingressDoors(manifests), path));
    },
  );
});

describe('an Ingress with TLS', () => {
  const redirect = 'nginx.ingress.kubernetes.io/ssl-redirect';
  const redirectsOf = (manifests: ReturnType<typeof render>) =>
    Object.fromEntries(
      ofKind(manifests, 'Ingress').map(({ metadata }) => [
        metadata.name,
        metadata.annotations?.[redirect],
      ]),
    );
  const refusing = (manifests: ReturnType<typeof render>) =>
    workloadsIn(manifests)
      .filter(({ pod }) =>
        pod.containers.some(({ env }) =>
          env?.some(({ name, value }) => name === 'REFUSE_PLAIN_HTTP' && value === 'true'),
        ),
      )
      .map(({ name }) => name)
      .sort();

  it('redirects pages only: the processes refuse calls and sockets over plain http', () => {
    const manifests = render({ chart: 'tandem', example: 'minimal' });
    expect(redirectsOf(manifests)).toEqual({
      tandem: undefined,
      'tandem-api': 'false',
      'tandem-ws': 'false',
    });
    expect(refusing(manifests)).toEqual(['tandem-gateway', 'tandem-signalling']);
  });

  it.each([
    ['that ends elsewhere', 'ingress.tlsSecretName='],
    ['without one', 'ingress.enabled=false'],
  ])('%s: the processes accept what the proxy in front passes on', (_what, set) => {
    const manifests = render({
      chart: 'tandem',
      example: 'minimal',
      extra: ['--set', set],
    });
    expect(refusing(manifests)).toEqual([]);
  });
});

// During a release pods with the files of two builds serve side by side.
describe('a release of the web pods', () => {
  const manifests = render({ chart: 'tandem', example: 'minimal' });

  it('starts all new pods before it stops old ones', () => {
    const web = workloadsIn(manifests).find(({ name }) => name === 'tandem-web');
    expect(web?.manifest.spec).toMatchObject({
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: '100%' } },
    });
  });

  it('lets ingress-nginx ask another pod for a file that one lacks, and only for files', () => {
    const asking = ofKind(manifests, 'Ingress').filter(({ metadata }) =>
      metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-next-upstream']?.includes('404'),
    );
    expect(asking.map(({ metadata }) => metadata.name)).toEqual(['tandem']);
  });
});
