import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { silentLogger } from '@tandem/kit';
import { proxySignalling } from './signalling-proxy.js';

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

const request = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

/** Sends `answer` when a request arrives. */
const startPod = async (answer: string) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).once('data', () => server.emit('asked', socket));
  });
  server.on('asked', (socket: Socket) => answer && socket.write(answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** A client that never closes its side, and its socket in the server. */
const openClient = async (pod: string, path: string) => {
  const server = createServer();
  const options = { targets: [pod], allowPinning: false, logger: silentLogger };
  const closeAll = proxySignalling(server, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined).write(request(path));
  const [socket] = await accepted;
  const stop = () => {
    closeAll();
    client.destroy();
    server.close();
  };
  return { client, socket, stop };
};

const switching =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const refusal = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

it.each([
  ['is on another path', '/elsewhere', switching],
  ['a pod refuses', '/ws', refusal],
  ['a pod answers without an end', '/ws', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['a pod does not answer', '/ws', ''],
])(
  'closes an upgrade request that %s, though its client keeps it open',
  async (_, path, answer) => {
    const pod = await startPod(answer);
    const asked = once(pod, 'asked');
    const { client, socket, stop } = await openClient(`http://127.0.0.1:${portOf(pod)}`, path);
    await (answer === '' ? asked : once(client, 'data'));
    const closed = once(socket, 'close');
    jest.advanceTimersByTime(10_000);
    await closed;
    stop();
    pod.close();
  },
);

it('leaves a connection open that a pod has accepted', async () => {
  const pod = await startPod(switching);
  const { client, socket, stop } = await openClient(`http://127.0.0.1:${portOf(pod)}`, '/ws');
  await once(client, 'data');
  jest.advanceTimersByTime(3_600_000);
  expect(socket.destroyed).toBe(false);
  stop();
  pod.close();
});
