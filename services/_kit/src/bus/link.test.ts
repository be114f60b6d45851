import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { startNats } from '../testing/nats.js';
import { connectNats, createNatsBus } from './nats.js';

const note = (id: string) => ({
  ...{ id, subject: 'notes.note.taken.v1', traceparent: '' },
  data: Buffer.from(id),
});

/** A way to the broker that can swallow what the client sends, and then end: what a client sees of a killed broker. */
const startRelay = async (brokerPort: number) => {
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let onSwallowed: () => void = () => undefined;
  const server = createServer((client) => {
    const broker = connectSocket(brokerPort, '127.0.0.1');
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    broker.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      if (isSwallowing) onSwallowed();
      else broker.write(data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when something was swallowed. */
    swallow: () => {
      isSwallowing = true;
      return new Promise<void>((resolve) => (onSwallowed = resolve));
    },
    interrupt: () => {
      isSwallowing = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => server.close(),
  };
};

it('rejects what the broker has not confirmed when the connection is lost, and reports its return', async () => {
  const nats = await startNats();
  const relay = await startRelay(Number(new URL(nats.url).port));
  const connection = await connectNats({
    ...{ url: `nats://127.0.0.1:${relay.port}`, name: 'test', logger: silentLogger },
  });
  const registry = createRegistry('test');
  const bus = await createNatsBus({ connection, logger: silentLogger, registry });
  await bus.publish(note('stored'));

  const returned = new Promise<void>((resolve) => bus.onReconnect(resolve));
  const swallowed = relay.swallow();
  const publishing = bus.publish(note('unconfirmed'));
  await swallowed;
  relay.interrupt();
  // Without the loss, a time-out ends the attempt after two seconds.
  await expect(publishing).rejects.toMatchObject({ reason: 'broker-unavailable' });

  await returned;
  expect(bus.isConnected()).toBe(true);
  await bus.publish(note('unconfirmed'));
  await bus.close();
  relay.close();
  await nats.stop();
});
