import { silentLogger } from '@tandem/kit';
import { createPod, podTickMs, type Pod, type PodOptions } from '../../src/pod/pod.js';
import type { ClusterBus, ClusterBusHandlers } from '../../src/cluster/bus.js';
import { startServer, type Server, type ServerOptions } from '../../src/http/server.js';
import { createStats, type Stats } from '../../src/pod/counters.js';
import { createFakeAuthority, type FakeAuthority } from './fake-authorize.js';

/** A pod with real sockets, real time and whichever bus; only the authority is a fake. */
export interface LivePod {
  readonly pod: Pod;
  readonly port: number;
  readonly server: Server;
  readonly stats: Stats;
  readonly authority: FakeAuthority;
  readonly refused: string[];
  /** As a kill -9: nothing is said to anybody. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export const publicOrigin = 'https://tandem.example';

let epochs = 0;

export const startLivePod = async (
  podId: string,
  connect: (podId: string, handlers: ClusterBusHandlers) => Promise<ClusterBus>,
  options: Partial<PodOptions> & Partial<ServerOptions> = {},
): Promise<LivePod> => {
  const stats = createStats();
  const authority = createFakeAuthority();
  const refused: string[] = [];
  const pod = createPod({
    podId,
    epoch: `e${Date.now().toString(36)}${(epochs += 1)}`,
    authority,
    logger: silentLogger,
    stats,
    ...options,
  });
  const bus = await connect(podId, pod.handlers);
  pod.use(bus);
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    origins: new Set([publicOrigin]),
    trustedHops: 0,
    socketsPerNetwork: 100,
    onRefused: (reason) => refused.push(reason),
    ...options,
    pod,
  });
  const timer = setInterval(() => pod.tick(), podTickMs);
  const halt = async () => {
    clearInterval(timer);
    await bus.close();
    server.close();
  };
  return {
    pod,
    port: server.port,
    server,
    stats,
    authority,
    refused,
    crash: halt,
    stop: async () => {
      pod.tellStopped();
      await bus.flush();
      await halt();
    },
  };
};
