import { render, type Manifest } from '../lib/chart.js';
import { provisionedBy } from '../lib/secrets.js';
import { ofKind, workloadsIn } from '../lib/workloads.js';

const minimal = (...settings: string[]) =>
  render({
    chart: 'tandem',
    example: 'minimal',
    extra: settings.flatMap((setting) => ['--set', setting]),
  });

const served = { api: 'tandem-gateway', ws: 'tandem-signalling', pages: 'tandem-web' };
const nameOf = (service: string) => `${service}.tandem.svc`;
const prefix = 'nginx.ingress.kubernetes.io';

const annotationsOf = (manifests: readonly Manifest[]) =>
  Object.fromEntries(
    ofKind(manifests, 'Ingress').map(({ metadata }) => [metadata.name, metadata.annotations ?? {}]),
  );

const workload = (manifests: readonly Manifest[], name: string) => {
  const found = workloadsIn(manifests).find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

const protocolsOf = (manifests: readonly Manifest[]) =>
  Object.values(served).map((name) => {
    const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name);
    return (service?.spec.ports[0] as { appProtocol?: string } | undefined)?.appProtocol;
  });

// ASVS 12.3.3: TLS between internal HTTP services, without a fallback.
describe('the edge of a release', () => {
  const manifests = minimal();

  it('verifies the name of each service, as each Ingress configures it', () => {
    const annotations = annotationsOf(manifests);
    for (const [ingress, service] of [
      ['tandem', served.pages],
      ['tandem-api', served.api],
      ['tandem-ws', served.ws],
    ] as const) {
      expect(annotations[ingress]).toMatchObject({
        [`${prefix}/backend-protocol`]: 'HTTPS',
        [`${prefix}/proxy-ssl-secret`]: 'tandem/tandem-peer-edge',
        [`${prefix}/proxy-ssl-verify`]: 'on',
        [`${prefix}/proxy-ssl-name`]: nameOf(service),
        [`${prefix}/proxy-ssl-server-name`]: 'on',
      });
    }
  });

  it('reaches every service over TLS, with the certificates mounted where the processes read them', () => {
    for (const name of [served.api, served.ws]) {
      expect(workload(manifests, name).pod.containers[0]?.env).toContainEqual({
        name: 'SERVE_TLS',
        value: 'true',
      });
    }
    const web = workload(manifests, served.pages).pod.containers[0];
    for (const probe of [web?.startupProbe, web?.readinessProbe, web?.livenessProbe]) {
      expect(probe).toMatchObject({ httpGet: { scheme: 'HTTPS', path: '/healthz' } });
    }
    expect(web?.volumeMounts).toContainEqual(
      expect.objectContaining({ name: 'peer-tls', mountPath: '/run/tls' }),
    );
    const headers = manifests.find(({ metadata }) => metadata.name === 'tandem-web-headers');
    expect(headers?.data?.['listen.nginx']).toMatch(/^listen 8080 ssl;/);
    expect(protocolsOf(manifests)).toEqual(['https', 'kubernetes.io/wss', 'https']);
  });

  it('verifies names that the certificates have, from the Job as from cert-manager', () => {
    const byJob = provisionedBy(manifests)?.certificates;
    const names = { gateway: 'api', signalling: 'ws', web: 'pages' } as const;
    for (const [service, key] of Object.entries(names)) {
      expect(byJob?.services[service]).toBe(`tandem-peer-${service}`);
      expect(byJob?.hosts[service]).toEqual([nameOf(served[key])]);
    }
    expect(byJob?.services['edge']).toBe('tandem-peer-edge');
    expect(Object.keys(byJob?.hosts ?? {}).sort()).toEqual(Object.keys(names).sort());
    const issued = ofKind(minimal('operators.certManager=true'), 'Certificate');
    const byManager = issued.flatMap(({ metadata, spec }) => {
      const hosts = (spec as { dnsNames?: string[] }).dnsNames;
      return hosts ? [[metadata.name, hosts]] : [];
    });
    expect(Object.fromEntries(byManager)).toEqual({
      'tandem-peer-gateway': [nameOf(served.api)],
      'tandem-peer-signalling': [nameOf(served.ws)],
      'tandem-peer-web': [nameOf(served.pages)],
    });
    expect(issued.map(({ metadata }) => metadata.name)).toContain('tandem-peer-edge');
  });

  it('is configured by a BackendTLSPolicy, with the authority in a Secret or a ConfigMap', () => {
    const gateway = [
      'operators.gatewayApi=true',
      'gatewayApi.parentRefs[0].name=public',
      'networkPolicy.ingressFrom=anywhere',
    ];
    const policies = (...settings: string[]) =>
      Object.fromEntries(
        ofKind(minimal(...gateway, ...settings), 'BackendTLSPolicy').map(
          ({ spec }): [string, string] => {
            const { targetRefs, validation } = spec as unknown as {
              targetRefs: { name: string }[];
              validation: { hostname: string; caCertificateRefs: { kind: string; name: string }[] };
            };
            const [ca] = validation.caCertificateRefs;
            return [targetRefs[0]?.name ?? '', `${validation.hostname} ${ca?.kind}/${ca?.name}`];
          },
        ),
      );
    const verifiedWith = (ca: string) =>
      Object.fromEntries(Object.values(served).map((name) => [name, `${nameOf(name)} ${ca}`]));
    expect(policies()).toEqual(verifiedWith('Secret/tandem-peer-edge'));
    expect(
      policies('edgeTls.caCertificateRef.kind=ConfigMap', 'edgeTls.caCertificateRef.name=own'),
    ).toEqual(verifiedWith('ConfigMap/own'));
  });

  it('lets the operator replace an annotation', () => {
    const key = `${prefix}/proxy-ssl-name`;
    const setting = `ingress.annotations.${key.replaceAll('.', '\\.')}=own.example.com`;
    expect(annotationsOf(minimal(setting))['tandem-api']?.[key]).toBe('own.example.com');
  });

  it('speaks plain HTTP only where the values say so', () => {
    const plain = minimal('edgeTls.enabled=false');
    expect(protocolsOf(plain)).toEqual(['http', 'kubernetes.io/ws', 'http']);
    expect(JSON.stringify(plain)).not.toMatch(/SERVE_TLS|proxy-ssl|tandem-peer-(web|edge)|HTTPS/);
    expect(JSON.stringify(plain)).not.toContain('listen 8080 ssl');
    for (const example of ['ha', 'external-secrets', 'without-payments', 'gateway-api'] as const) {
      const text = JSON.stringify(render({ chart: 'tandem', example }));
      expect(text).toContain('SERVE_TLS');
    }
  });
});
