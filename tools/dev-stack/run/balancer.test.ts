import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { freePort } from '../../bootstrap/launch/ports.mjs';
import { openBalancer, type Endpoint } from './balancer.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A process that answers what it receives with its name, when the client has ended. */
const startEndpoint = async (name: string): Promise<Endpoint> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => socket.end(`${name}: ${text}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  return { name, port: (server.address() as AddressInfo).port };
};

const balance = async (endpoints: readonly Endpoint[]) => {
  const port = await freePort();
  const balancer = await openBalancer({ host: '127.0.0.1', port, endpoints });
  open.push(() => balancer.close());
  const start = () => connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  /** The answer; empty when the connection is closed without one. */
  const ask = async (socket = start()): Promise<string> => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => undefined);
    socket.end('hello');
    await once(socket, 'close');
    return text;
  };
  return { balancer, start, ask };
};

const closedPort = async (name: string): Promise<Endpoint> => ({ name, port: await freePort() });

it('connections go to all endpoints in turn', async () => {
  const { ask } = await balance([await startEndpoint('a'), await startEndpoint('b')]);
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.toSorted()).toEqual(['a: hello', 'a: hello', 'b: hello', 'b: hello']);
});

it('a withdrawn endpoint receives no new connection and keeps its open ones', async () => {
  const { balancer, start, ask } = await balance([await startEndpoint('a')]);
  const early = start();
  await once(early, 'connect');
  early.write('early ');
  balancer.withdraw('a');
  expect(await ask()).toBe('');
  expect(await ask(early)).toBe('a: early hello');
  balancer.restore('a');
  expect(await ask()).toBe('a: hello');
});

it('an endpoint that refuses connections is passed over', async () => {
  const { ask } = await balance([await closedPort('a'), await startEndpoint('b')]);
  expect([await ask(), await ask()]).toEqual(['b: hello', 'b: hello']);
});

it('a connection without an endpoint is closed', async () => {
  const { ask } = await balance([await closedPort('a')]);
  expect(await ask()).toBe('');
});
