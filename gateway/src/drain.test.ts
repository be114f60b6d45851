import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import { silentLogger } from '@tandem/kit';
import { drain } from './drain.js';
import { proxySignalling } from './one-box/signalling-proxy.js';

let server: Server;
let agent: Agent;
const held: ServerResponse[] = [];

beforeEach(async () => {
  held.length = 0;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = createServer((message, response) => {
    if (message.url === '/held') held.push(response);
    else response.end('at once');
  }).listen(0, '127.0.0.1');
  // Longer than the test may take.
  server.keepAliveTimeout = 300_000;
  await once(server, 'listening');
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

const ask = async (path: string, by = agent) => {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(
    request({ host: '127.0.0.1', port, path, agent: by }).end(),
    'response',
  )) as [IncomingMessage];
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { text, connection: response.headers.connection };
};

/** A request that is in progress when the drain begins. */
const askHeld = async () => {
  const asked = ask('/held');
  while (held.length === 0) await once(server, 'request');
  return { asked, answer: () => held[0]?.end('complete') };
};
const longMs = 1_000_000;

it('answers a request that crosses the beginning of the drain, and asks the client to leave', async () => {
  await ask('/before');
  const drained = drain(server);
  expect(await ask('/crossing')).toEqual({ text: 'at once', connection: 'close' });
  await drained;
});

it('accepts connections while clients leave theirs', async () => {
  await ask('/before');
  const drained = drain(server);
  const late = new Agent();
  expect(await ask('/late', late)).toEqual({ text: 'at once', connection: 'close' });
  await drained;
  expect(server.listening).toBe(false);
});

it('does not wait without connections', async () => {
  await expect(drain(server, { leaveMs: longMs })).resolves.toBeUndefined();
});

it('ends a connection in use after the answer to its next request', async () => {
  const { asked, answer } = await askHeld();
  const next = ask('/next');
  const drained = drain(server, { forceAfterMs: longMs });
  answer();
  expect((await asked).text).toBe('complete');
  expect(await next).toEqual({ text: 'at once', connection: 'close' });
  await drained;
});

it('ends a connection that is idle after its answer', async () => {
  const { asked, answer } = await askHeld();
  const drained = drain(server, { forceAfterMs: longMs });
  answer();
  expect((await asked).text).toBe('complete');
  await expect(drained).resolves.toBeUndefined();
});

it('cuts off a response that takes too long', async () => {
  const { asked } = await askHeld();
  const cutOff = expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' });
  await drain(server, { leaveMs: 0, forceAfterMs: 50 });
  await cutOff;
});

describe('with signalling behind the server', () => {
  let pod: TcpServer;
  beforeEach(async () => {
    pod = createTcpServer((socket) => {
      const accepted = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${accepted}`));
    }).listen(0, '127.0.0.1');
    await once(pod, 'listening');
  });
  afterEach(() => pod.close());

  it('opens no web socket on a connection from before', async () => {
    const targets = [`http://127.0.0.1:${(pod.address() as AddressInfo).port}`];
    const options = { targets, allowPinning: false, logger: silentLogger };
    const closeSignalling = proxySignalling(server, options);
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined).resume();
    await accepted;
    const drained = drain(server, { forceAfterMs: longMs });
    closeSignalling();
    client.write(
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await expect(drained).resolves.toBeUndefined();
    client.destroy();
  });
});
