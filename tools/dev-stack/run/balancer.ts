import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A process behind a balancer. */
export interface Endpoint {
  name: string;
  port: number;
}

export interface Balancer {
  /** Later connections go to the other endpoints; open ones continue. */
  withdraw(name: string): void;
  restore(name: string): void;
  close(): Promise<void>;
}

interface Options {
  host: string;
  port: number;
  endpoints: readonly Endpoint[];
}

/** The process listens on loopback, or on all addresses. */
const endpointHost = '127.0.0.1';

const open = async (port: number): Promise<Socket | undefined> => {
  const socket = connect({ host: endpointHost, port, allowHalfOpen: true, noDelay: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
};

const join = (one: Socket, other: Socket): void => {
  one.pipe(other);
  one.once('close', () => other.destroySoon());
  one.on('error', () => other.destroy());
};

/**
 * Balances TCP connections in turn, as a Service of Kubernetes does: it knows nothing of requests and repeats none. A
 * connection goes to the next endpoint when one refuses it, which a process does until it is ready.
 */
export const openBalancer = async ({ host, port, endpoints }: Options): Promise<Balancer> => {
  const withdrawn = new Set<string>();
  const sockets = new Set<Socket>();
  let turn = 0;

  const connectToNext = async (): Promise<Socket | undefined> => {
    const available = endpoints.filter(({ name }) => !withdrawn.has(name));
    turn += 1;
    for (let index = 0; index < available.length; index += 1) {
      const endpoint = available[(turn + index) % available.length];
      const socket = endpoint && (await open(endpoint.port));
      if (socket) return socket;
    }
    return undefined;
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    void connectToNext().then((endpoint) => {
      if (!endpoint || client.destroyed) {
        endpoint?.destroy();
        client.destroy();
        return;
      }
      join(client, endpoint);
      join(endpoint, client);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');

  return {
    withdraw: (name) => void withdrawn.add(name),
    restore: (name) => void withdrawn.delete(name),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
