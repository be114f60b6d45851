import type { Manifest, PolicyPeer, PolicyRule } from './chart.js';
import { matches, ofKind, type Container, type Workload } from './workloads.js';

/** The section `networkPolicy` of the values: peers outside the release. */
export interface PolicyValues {
  ingressFrom: Peers;
  metricsFrom: Peers;
  dns: { to: Peers };
  mongo: Outside;
  nats: Outside;
  apiServer: Outside;
  tracing: Outside;
  https: Outside;
  metadata: Outside;
}

type Peers = PolicyPeer[] | 'anywhere';

interface Outside {
  to: Peers;
  ports: number[];
}

/** One permission as text: `egress TCP/4222 nats`. */
type Permission = string;

const peerName = (peer: PolicyPeer) =>
  peer.podSelector?.matchLabels['app.kubernetes.io/name'] ?? JSON.stringify(peer);

const permissions = (side: 'ingress' | 'egress', rules: readonly PolicyRule[]): Permission[] =>
  rules.flatMap(({ ports, from, to }) =>
    ports.flatMap(
      ({ protocol, port }) =>
        (from ?? to)?.map((peer) => `${side} ${protocol}/${port} ${peerName(peer)}`) ?? [
          `${side} ${protocol}/${port} anywhere`,
        ],
    ),
  );

const outside = (
  side: 'ingress' | 'egress',
  port: number,
  peers: Readonly<Peers>,
  protocol = 'TCP',
) =>
  permissions(side, [
    { ports: [{ protocol, port }], ...(peers !== 'anywhere' && { to: [...peers] }) },
  ]);

/** The permissions of a policy, sorted. */
export const allowed = ({ spec }: Manifest): Permission[] =>
  [...permissions('ingress', spec.ingress), ...permissions('egress', spec.egress)].sort();

/** Variables with addresses for browsers, which the process never calls. */
const toldToBrowsers = new Set([
  'PUBLIC_URL',
  'TURN_URLS',
  'STUN_URLS',
  'CORS_ORIGINS',
  'ALLOWED_ORIGINS',
]);
const isAddress = (name: string) =>
  /_(ADDR|URL|URLS|ENDPOINT|HOST|ORIGIN|ORIGINS|API_BASE)$/.test(name);

const nameOf = ({ labels }: Workload) => labels['app.kubernetes.io/name'] ?? '';

/** The permissions that a variable of the rendered environment requires; throws for an unknown address. */
const edgesOf = (
  variable: { name: string; value?: string },
  workloads: readonly Workload[],
  values: PolicyValues,
): Permission[] => {
  if (!isAddress(variable.name) || toldToBrowsers.has(variable.name)) return [];
  // Secrets: the values name their targets.
  if (variable.name === 'MONGO_URL' || variable.name === 'NATS_URL') {
    const { to, ports } = variable.name === 'MONGO_URL' ? values.mongo : values.nats;
    return ports.flatMap((port) => outside('egress', port, to));
  }
  const [, host = '', port = ''] = /^(?:\w+:\/\/)?([\w.-]+):(\d+)/.exec(variable.value ?? '') ?? [];
  const callee = workloads.find(
    ({ name, manifest }) => host === `${name}.${manifest.metadata.namespace ?? ''}.svc`,
  );
  if (callee) return [`egress TCP/${port} ${nameOf(callee)}`];
  if (variable.name === 'OTEL_EXPORTER_OTLP_ENDPOINT')
    return outside('egress', Number(port), values.tracing.to);
  throw new Error(`${variable.name}=${variable.value ?? ''}: who may be reached there?`);
};

/** The SDK of Firebase asks the metadata service where it has neither a key nor the emulator. */
const takesCloudCredentials = (container: Container | undefined): boolean => {
  const isSet = (wanted: string) => container?.env?.some(({ name }) => name === wanted) === true;
  return (
    isSet('FIREBASE_PROJECT_ID') &&
    !isSet('FIREBASE_API_KEY') &&
    !isSet('GOOGLE_APPLICATION_CREDENTIALS') &&
    !isSet('FIREBASE_AUTH_EMULATOR_HOST')
  );
};

const portOf = (container: Container | undefined, wanted: string) =>
  container?.ports?.find(({ name }) => name === wanted)?.containerPort;

/**
 * The exact permissions that each workload needs, from the addresses in its rendered environment.
 * `reachesInternet` selects the services that call the internet.
 */
export const requiredPermissions = (
  workloads: readonly Workload[],
  values: PolicyValues,
  reachesInternet: (service: string) => boolean,
): Map<string, Permission[]> => {
  const required = new Map<string, Set<Permission>>(
    workloads.map((workload) => [nameOf(workload), new Set()]),
  );
  for (const workload of workloads) {
    const own = required.get(nameOf(workload));
    const [container] = workload.pod.containers;
    const edges = (container?.env ?? []).flatMap((one) => edgesOf(one, workloads, values));
    if (workload.pod.automountServiceAccountToken === true) {
      const { to, ports } = values.apiServer;
      edges.push(...ports.flatMap((port) => outside('egress', port, to)));
    }
    if (takesCloudCredentials(container)) {
      const { to, ports } = values.metadata;
      edges.push(...ports.flatMap((port) => outside('egress', port, to)));
    }
    if (reachesInternet(nameOf(workload)))
      edges.push(...values.https.ports.flatMap((port) => outside('egress', port, values.https.to)));
    for (const edge of edges) {
      own?.add(edge);
      const [, port, callee = ''] = edge.split(' ');
      required.get(callee)?.add(`ingress ${port ?? ''} ${nameOf(workload)}`);
    }
    // DNS, for every workload that opens connections.
    if (edges.length > 0 || container?.command?.[0] === 'node')
      for (const protocol of ['TCP', 'UDP'])
        for (const one of outside('egress', 53, values.dns.to, protocol)) own?.add(one);
    const metrics = portOf(container, 'metrics');
    if (metrics !== undefined)
      for (const one of outside('ingress', metrics, values.metricsFrom)) own?.add(one);
    const door = portOf(container, 'http') ?? portOf(container, 'ws');
    if (door === undefined) continue;
    for (const one of outside('ingress', door, values.ingressFrom)) own?.add(one);
  }
  const isIncluded = (one: Permission, all: ReadonlySet<Permission>) =>
    !one.endsWith(' anywhere') && all.has(one.replace(/ \S+$/, ' anywhere'));
  return new Map(
    [...required].map(([name, all]) => [
      name,
      [...all].filter((one) => !isIncluded(one, all)).sort(),
    ]),
  );
};

export const policiesOf = (manifests: readonly Manifest[], { labels }: Workload): Manifest[] =>
  ofKind(manifests, 'NetworkPolicy').filter(({ spec }) =>
    matches(spec.podSelector.matchLabels, labels),
  );
