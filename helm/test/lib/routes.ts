import type { Manifest } from './chart.js';
import { matches, ofKind, workloadsIn } from './workloads.js';

interface IngressRule {
  host: string;
  http: { paths: { path: string; pathType: string; backend: { service: Backend } }[] };
}

export interface HttpRouteRule {
  matches: { path: { type: string; value: string } }[];
  backendRefs: { name: string; port: number }[];
  timeouts?: { request: string };
}

interface Backend {
  name: string;
  port: { name?: string; number?: number };
}

/** A route: requests whose path matches go to a port of a Service. */
export interface Door {
  path: string;
  isExact: boolean;
  backend: Backend;
  host: string;
}

const ofIngress = ({ spec }: Manifest): Door[] =>
  (spec.rules as IngressRule[]).flatMap(({ host, http }) =>
    http.paths.map(({ path, pathType, backend }) => ({
      host,
      path,
      isExact: pathType === 'Exact',
      backend: backend.service,
    })),
  );

const ofHttpRoute = ({ spec }: Manifest): Door[] => {
  const { hostnames = [] } = spec as { hostnames?: string[] };
  return (spec.rules as HttpRouteRule[]).flatMap((rule) =>
    rule.matches.flatMap(({ path }) =>
      rule.backendRefs.map(({ name, port }) => ({
        host: hostnames.join(),
        path: path.value,
        isExact: path.type === 'Exact',
        backend: { name, port: { number: port } },
      })),
    ),
  );
};

export const ingressDoors = (manifests: readonly Manifest[]): Door[] =>
  ofKind(manifests, 'Ingress').flatMap(ofIngress);

export const gatewayDoors = (manifests: readonly Manifest[]): Door[] =>
  ofKind(manifests, 'HTTPRoute').flatMap(ofHttpRoute);

/** Compares path elements, as both kinds of route do: `/api` is not a prefix of `/apis`. */
const isUnder = (path: string, prefix: string) =>
  prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);

/** The route of a request: an exact match before the longest prefix. */
const doorFor = (doors: readonly Door[], path: string): Door | undefined =>
  doors.find((door) => door.isExact && door.path === path) ??
  doors
    .filter((door) => !door.isExact && isUnder(path, door.path))
    .sort((a, b) => b.path.length - a.path.length)[0];

/**
 * The target of a request as `<service>:<containerPort>`, resolved through the Service to the pod's port;
 * undefined without a route. Throws when a route refers to a missing Service or port.
 */
export const destination = (
  manifests: readonly Manifest[],
  doors: readonly Door[],
  path: string,
): string | undefined => {
  const door = doorFor(doors, path);
  if (!door) return undefined;
  const { name, port } = door.backend;
  const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === name);
  const found = service?.spec.ports.find(
    (one) => one.name === port.name || one.port === port.number,
  );
  const [workload] = workloadsIn(manifests).filter(({ labels }) =>
    matches(service?.spec.selector ?? { none: '' }, labels),
  );
  const [container] = workload?.pod.containers ?? [];
  const target = container?.ports?.find((one) => one.name === found?.targetPort);
  if (!container || !target) throw new Error(`${path} → ${name}: no such Service or port`);
  return `${container.name}:${target.containerPort}`;
};
