import { openBalancer, type Balancer } from './run/balancer.js';
import type { Wiring } from './service-env.js';
import { topology, type Service } from './topology.js';

/** Signalling has two processes in every run, between which its clients choose. */
const isBalanced = ({ kind }: Service, replicas: number): boolean => replicas > 1 && kind !== 'ws';

/** The processes of a run: `shares`, or with two replicas `shares-1` and `shares-2`. */
export const processesOf = (replicas: number): readonly Service[] =>
  topology.flatMap((service) =>
    isBalanced(service, replicas)
      ? Array.from({ length: replicas }, (_, index) => ({
          ...service,
          name: `${service.name}-${index + 1}`,
        }))
      : [service],
  );

const portOf = (ports: Wiring['ports'], name: string): number => {
  const port = ports[name]?.main;
  if (port === undefined) throw new Error(`no port for ${name}`);
  return port;
};

/** What a process is told: a gateway behind a balancer leaves the public port to it. */
export const wiringOf = (process: Service, wiring: Wiring): Wiring =>
  process.kind === 'http' && process.name !== process.identity
    ? { ...wiring, publicPort: portOf(wiring.ports, process.name) }
    : wiring;

/** Opens a balancer at the address of each service that has several processes. By name of the service. */
export const openBalancers = async (
  replicas: number,
  { host, ports, publicPort }: Pick<Wiring, 'host' | 'ports' | 'publicPort'>,
): Promise<Map<string, Balancer>> => {
  const balancers = new Map<string, Balancer>();
  const processes = processesOf(replicas);
  for (const service of topology.filter((one) => isBalanced(one, replicas))) {
    const isPublic = service.kind === 'http';
    const balancer = await openBalancer({
      host: isPublic ? host : '127.0.0.1',
      port: isPublic ? publicPort : portOf(ports, service.name),
      endpoints: processes
        .filter(({ identity }) => identity === service.name)
        .map(({ name }) => ({ name, port: portOf(ports, name) })),
    });
    balancers.set(service.name, balancer);
  }
  return balancers;
};
