import { openBalancer, type Balancer } from './run/balancer.js';
import type { Wiring } from './service-env.js';
import { topology, type Service } from './topology.js';

/** The processes of a run: `shares`, or with two replicas `shares-1` and `shares-2`. Signalling always has two. */
export const processesOf = (replicas: number): readonly Service[] =>
  replicas === 1
    ? topology
    : topology.flatMap((service) =>
        service.kind === 'ws'
          ? [service]
          : Array.from({ length: replicas }, (_, index) => ({
              ...service,
              name: `${service.name}-${index + 1}`,
            })),
      );

/** Names of the services that have a balancer: with several replicas, all. */
export const balancedServices = (replicas: number): string[] =>
  replicas === 1 ? [] : [...new Set(topology.map(({ identity }) => identity))];

const portOf = (ports: Wiring['ports'], name: string): number => {
  const port = ports[name]?.main;
  if (port === undefined) throw new Error(`no port for ${name}`);
  return port;
};

/** The wiring of one process. A gateway behind a balancer has a port of its own, and reaches signalling through a balancer. */
export const wiringOf = (process: Service, wiring: Wiring): Wiring => {
  const { ports } = wiring;
  if (process.kind !== 'http' || process.name === process.identity) return wiring;
  const signalling = topology
    .filter(({ kind }) => kind === 'ws')
    .flatMap(({ name, identity }) => (ports[identity] ? [[name, ports[identity]] as const] : []));
  return {
    ...wiring,
    publicPort: portOf(ports, process.name),
    ports: { ...ports, ...Object.fromEntries(signalling) },
  };
};

/** Opens the balancers at the addresses of their services. By name of the service. */
export const openBalancers = async (
  replicas: number,
  { host, ports, publicPort }: Pick<Wiring, 'host' | 'ports' | 'publicPort'>,
): Promise<Map<string, Balancer>> => {
  const balancers = new Map<string, Balancer>();
  const processes = processesOf(replicas);
  for (const service of balancedServices(replicas)) {
    const own = processes.filter(({ identity }) => identity === service);
    const isPublic = own.some(({ kind }) => kind === 'http');
    const balancer = await openBalancer({
      host: isPublic ? host : '127.0.0.1',
      port: isPublic ? publicPort : portOf(ports, service),
      endpoints: own.map(({ name }) => ({ name, port: portOf(ports, name) })),
    });
    balancers.set(service, balancer);
  }
  return balancers;
};
