import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tandem/kit';
import { connectNats } from '@tandem/kit/bus';
import { startNats } from '@tandem/kit/testing';
import type { ClusterBus, ClusterBusHandlers } from '../../src/cluster/bus.js';
import { createMemoryBroker } from '../../src/cluster/bus.memory.js';
import { createNatsClusterBus } from '../../src/cluster/bus.nats.js';

/** A broker that pods connect to, and that can be lost. */
export interface ClusterBroker {
  connect: (podId: string, handlers: ClusterBusHandlers) => Promise<ClusterBus>;
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

const openMemory = (): Promise<ClusterBroker> => {
  const broker = createMemoryBroker({ automatic: true });
  return Promise.resolve({
    connect: (podId, handlers) => Promise.resolve(broker.connect(podId, handlers)),
    cut: async () => broker.cut(),
    restore: async () => broker.restore(),
    close: () => Promise.resolve(),
  });
};

const openNats = async (): Promise<ClusterBroker> => {
  const storeDir = await mkdtemp(join(tmpdir(), 'tandem-cluster-'));
  let nats = await startNats({ storeDir });
  const port = Number(new URL(nats.url).port);
  const connections: { close(): Promise<void> }[] = [];
  return {
    connect: async (podId, handlers) => {
      const connection = await connectNats({ url: nats.url, name: podId, logger: silentLogger });
      connections.push(connection);
      return createNatsClusterBus(connection, podId, handlers, silentLogger);
    },
    cut: () => nats.stop(),
    restore: async () => {
      nats = await startNats({ port, storeDir });
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await nats.stop();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
};

/** Both implementations of the bus, by name, for `describe.each`. */
export const clusterBrokers: [name: string, open: () => Promise<ClusterBroker>][] = [
  ['memory', openMemory],
  ['NATS', openNats],
];
