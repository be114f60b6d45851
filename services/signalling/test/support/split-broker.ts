import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { silentLogger } from '@tandem/kit';
import { connectNats } from '@tandem/kit/bus';
import { freePort, startProcess } from '@tandem/kit/testing';
import type { ClusterBusHandlers } from '../../src/cluster/bus.js';
import { createNatsClusterBus } from '../../src/cluster/bus.nats.js';

/** Forwards connections to a port until it is cut. */
const startLink = async (toPort: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) {
      from.destroy();
      return;
    }
    const to = connect(toPort, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    heal: () => {
      isCut = false;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const startServer = (port: number, clusterPort: number, routes: readonly string[]) =>
  startProcess(
    'nats-server',
    [
      ...['-a', '127.0.0.1', '-p', String(port)],
      ...['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${clusterPort}`],
      ...['--no_advertise', ...routes.flatMap((route) => ['--routes', route])],
    ],
    /Server is ready/,
  );

/** A broker of two servers, in two zones between which the network can be cut. */
export const startSplitBroker = async () => {
  const [here, there, clusterHere, clusterThere] = await Promise.all(
    Array.from({ length: 4 }, freePort),
  );
  if (!here || !there || !clusterHere || !clusterThere) throw new Error('no free ports');
  const link = await startLink(clusterHere);
  const servers = [
    await startServer(here, clusterHere, []),
    await startServer(there, clusterThere, [`nats://127.0.0.1:${link.port}`]),
  ];
  const connections: { close: () => Promise<void> }[] = [];
  const connectTo = (port: number) => async (podId: string, handlers: ClusterBusHandlers) => {
    const url = `nats://127.0.0.1:${port}`;
    const connection = await connectNats({ url, name: podId, logger: silentLogger });
    connections.push(connection);
    return createNatsClusterBus(connection, podId, handlers, silentLogger);
  };
  return {
    connectHere: connectTo(here),
    connectThere: connectTo(there),
    cut: link.cut,
    heal: link.heal,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await Promise.all(servers.map((server) => server.stop()));
      link.stop();
    },
  };
};
