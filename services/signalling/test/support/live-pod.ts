import { silentLogger } from '@tandem/kit';
import type { ClusterBus, ClusterBusHandlers } from '../../src/cluster/bus.js';
import { startServer, type Server, type ServerOptions } from '../../src/http/server.js';
import { createCounters, type Counters } from '../../src/pod/counters.js';
import { createPod, podTickMs, type Pod, type PodOptions } from '../../src/pod/pod.js';
import { createFakeAuthorize, type FakeAuthorize } from './fake-authorize.js';

/** A pod with real sockets and real time, on any bus; only `authorize` is a fake. */
export interface LivePod {
  readonly pod: Pod;
  readonly port: number;
  readonly server: Server;
  readonly counters: Counters;
  readonly access: FakeAuthorize;
  readonly refused: string[];
  /** Like kill -9: other pods and clients are not notified. */
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
  const counters = createCounters();
  const access = createFakeAuthorize();
  const refused: string[] = [];
  const pod = createPod({
    podId,
    epoch: `e${Date.now().toString(36)}${(epochs += 1)}`,
    authorize: access.authorize,
    logger: silentLogger,
    counters,
    ...options,
  });
  const bus = await connect(podId, pod.handlers);
  pod.attachBus(bus);
  const server = startServer({
    host: '127.0.0.1',
    port: 0,
    origins: new Set([publicOrigin]),
    isHttps: true,
    trustedHops: 0,
    refusesPlainHttp: false,
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
    counters,
    access,
    refused,
    crash: halt,
    stop: async () => {
      pod.announceStop();
      await bus.flush();
      await halt();
    },
  };
};
