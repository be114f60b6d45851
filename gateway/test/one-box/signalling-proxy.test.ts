import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '@tandem/kit';
import { freePort } from '@tandem/kit/testing';
import { targetOrder } from '../../src/one-box/signalling-proxy.js';
import { startGateway, type Gateway } from '../support/harness.js';

describe('targetOrder', () => {
  const targets = ['http://a', 'http://b', 'http://c'];
  const order = (url: string, allowPinning = false) =>
    targetOrder(url, { targets, allowPinning })
      .map((target) => target.at(-1))
      .join('');

  it('is stable for a share and contains every target once', () => {
    for (const share of ['one', 'two', 'three', 'four']) {
      const found = order(`/ws?share=${share}`);
      expect(order(`/ws?x=1&share=${share}`)).toBe(found);
      expect(Array.from(found).sort().join('')).toBe('abc');
    }
  });

  it('distributes shares over the targets', () => {
    const first = new Set(Array.from({ length: 64 }, (_, n) => order(`/ws?share=${n}`).charAt(0)));
    expect([...first].sort()).toEqual(['a', 'b', 'c']);
  });

  it('honours pod=<n> only if pinning is allowed', () => {
    expect([0, 1, 2, 4].map((n) => order(`/ws?share=s&pod=${n}`, true))).toEqual([
      'abc',
      'bca',
      'cab',
      'bca',
    ]);
    const hashed = order('/ws?share=s');
    for (const pod of ['0', '1', '2', '-1', 'x']) {
      expect(order(`/ws?share=s&pod=${pod}`)).toBe(hashed);
    }
    expect(order('/ws?share=s&pod=-1', true)).toBe(hashed);
  });
});

const echo = (socket: Duplex) => {
  socket.on('data', (data) => socket.write(data));
};

/** Accepts upgrades, responds with its name and serves the connection; by default it echoes the data. */
const startPod = async (name: string, serve: (socket: Socket) => void = echo) => {
  const seen: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (message, socket) => {
    seen.push(message);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Pod: ${name}\r\n\r\n`,
    );
    socket.on('error', () => socket.destroy());
    serve(socket as Socket);
  });
  // Not port 0: no other process may take the port after a test stops the pod.
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};

const upgrade = async (port: number, path: string, headers: Record<string, string> = {}) => {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      ...headers,
    },
  });
  sent.end();
  const upgraded = once(sent, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>;
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const [response, socket = new Socket(), head = Buffer.alloc(0)] = await Promise.race([
    upgraded,
    answered,
  ]);
  return { response, socket, head };
};

describe('the /ws proxy', () => {
  let gateway: Gateway;
  let pods: Awaited<ReturnType<typeof startPod>>[];

  beforeEach(async () => {
    pods = [await startPod('p0'), await startPod('p1')];
    gateway = await startGateway({
      SIGNALLING_URLS: pods.map(({ url }) => url).join(','),
      ALLOW_POD_PINNING: 'true',
    });
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all(pods.map(({ stop }) => stop()));
  });

  it('forwards the upgrade with the client’s address and cookie, and data in both directions', async () => {
    const { response, socket } = await upgrade(gateway.port, '/ws?share=s&pod=1', {
      cookie: 'session=abc',
      'x-forwarded-for': '198.51.100.1',
    });
    expect([response.statusCode, response.headers['x-pod']]).toEqual([101, 'p1']);
    socket.write('hello');
    const [echoed] = (await once(socket, 'data')) as [Buffer];
    expect(echoed.toString()).toBe('hello');
    socket.destroy();
    const message = pods[1]?.seen.at(-1);
    expect(message?.url).toBe('/ws?share=s&pod=1');
    expect(message?.headers).toMatchObject({
      cookie: 'session=abc',
      'x-forwarded-for': expect.stringMatching(
        /^198\.51\.100\.1, ?(::ffff:)?127\.0\.0\.1$/,
      ) as string,
    });
  });

  it('connects to the next pod if the chosen one is down', async () => {
    await pods[1]?.stop();
    const { response, socket } = await upgrade(gateway.port, '/ws?share=s&pod=1');
    expect(response.headers['x-pod']).toBe('p0');
    socket.destroy();
  });

  it('responds 503 if no pod is up, and 404 on other paths', async () => {
    await Promise.all(pods.map(({ stop }) => stop()));
    const down = await upgrade(gateway.port, '/ws?share=s');
    expect(down.response.statusCode).toBe(503);
    expect(gateway.logLines.join('')).toContain('no signalling process can be reached');
    // `new URL` would throw on this path and end the process.
    const nonsense = await upgrade(gateway.port, '//');
    expect(nonsense.response.statusCode).toBe(404);
    const elsewhere = await upgrade(gateway.port, '/elsewhere');
    expect(elsewhere.response.statusCode).toBe(404);
  });
});

/** As `curl --http2` and the HTTP client of Java send their first request, with or without a body. */
const http2Offer = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
};

describe.each([
  ['with', 'http://127.0.0.1:9'],
  ['without', ''],
])('a gateway %s a /ws proxy', (_, targets) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ SIGNALLING_URLS: targets });
  });
  afterAll(() => gateway.stop());

  it('responds as usual to a request that offers HTTP/2', async () => {
    const config = await gateway.call('GET', '/api/config', { headers: http2Offer });
    expect(config.status).toBe(200);
    expect(config.headers.get('content-security-policy')).not.toBeNull();
    const denied = new ServiceError('permission-denied', 'access-denied', 'Denied.');
    gateway.fake({ shares: { accessShare: () => Promise.reject(denied) } });
    const json = { password: 'correct horse' };
    const access = await gateway.call('POST', '/api/shares/abc/access', {
      json,
      headers: http2Offer,
    });
    expect(access.status).toBe(403);
    expect(gateway.calls()).toMatchObject([{ request: json }]);
  });
});

/** TCP handles of this process: the gateway, the pod and the client all run in it. */
const tcpHandles = (): number => {
  const { libuv } = process.report.getReport() as { libuv: { type: string }[] };
  return libuv.filter(({ type }) => type === 'tcp').length;
};

// Closing one side of a proxied connection must release the sockets of both:
// https://github.com/http-party/node-http-proxy/issues/1510
describe('a connection closed behind the /ws proxy', () => {
  const closeFrame = Buffer.from([0x88, 0x02, 0x03, 0xe8]);
  const connections = 20;

  type Behaviour = (socket: Socket) => void;
  const send: Behaviour = (socket) => void socket.write(closeFrame);
  const end: Behaviour = (socket) => void socket.end(closeFrame);
  const destroy: Behaviour = (socket) => void socket.write(closeFrame, () => socket.destroy());
  const reset: Behaviour = (socket) =>
    void socket.write(closeFrame, () => socket.resetAndDestroy());
  const onData =
    (close: Behaviour): Behaviour =>
    (socket) =>
      void socket.once('data', () => close(socket));
  const onEnd: Behaviour = (socket) => void socket.once('end', () => socket.end());

  // Without reverse look-ups of every address in the report; the property is missing in the types.
  const report = process.report as unknown as { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  beforeAll(() => {
    report.excludeNetwork = true;
  });
  afterAll(() => {
    report.excludeNetwork = excludeNetwork;
  });

  it.each<[pod: string, client: string, serve: Behaviour, use: Behaviour]>([
    ['ends', 'ends after it', end, onData(end)],
    ['ends', 'resets', end, reset],
    ['destroys', 'ends after it', destroy, onData(end)],
    ['destroys', 'destroys', destroy, destroy],
    ['resets', 'ends after it', reset, onData(end)],
    ['ends after a frame', 'sends one', onData(end), send],
    ['resets after a frame', 'sends one', onData(reset), send],
    ['ends after it', 'ends', onData(end), end],
    ['ends after a frame', 'resets', onData(end), reset],
    ['ends on FIN', 'ends', onEnd, end],
    ['ends on FIN', 'resets', onEnd, reset],
  ])('leaks no socket: pod %s, client %s', async (_pod, _client, serve, use) => {
    const pod = await startPod('p0', (socket) => {
      serve(socket);
      socket.resume();
    });
    const gateway = await startGateway({ SIGNALLING_URLS: pod.url });
    const connect = async () => {
      const { socket } = await upgrade(gateway.port, '/ws?share=s');
      socket.on('error', () => socket.destroy());
      const closed = once(socket, 'close');
      use(socket);
      socket.resume();
      await closed;
    };
    const before = tcpHandles();
    await Promise.all(Array.from({ length: connections }, connect));
    const deadline = Date.now() + 60_000;
    while (tcpHandles() > before && Date.now() < deadline) await setImmediate();
    expect(tcpHandles() - before).toBeLessThanOrEqual(0);
    await gateway.stop();
    await pod.stop();
  });

  it('is no failure when the client still writes as the pod ends', async () => {
    const served: Socket[] = [];
    const pod = await startPod('p0', (socket) => void served.push(socket.resume()));
    const gateway = await startGateway({ SIGNALLING_URLS: pod.url });
    const messages = () =>
      gateway.logLines.map((line) => JSON.parse(line) as { level: string; msg: string });
    // The proxy gets the end and the frame in the same turn.
    for (let round = 0; round < 100 && messages().length === 0; round += 1) {
      const { socket } = await upgrade(gateway.port, '/ws?share=s');
      const closed = new Promise((resolve) => void socket.once('close', resolve));
      socket.on('error', () => socket.destroy()).resume();
      served.at(-1)?.end(() => socket.write(closeFrame));
      await closed;
    }
    expect(messages()).toMatchObject([{ level: 'debug', msg: 'signalling connection ended' }]);
    await gateway.stop();
    await pod.stop();
  });

  it('delivers what the pod sent before it closed', async () => {
    const sent = 2 * 1024 * 1024;
    const pod = await startPod('p0', (socket) => {
      socket.resume();
      socket.end(Buffer.alloc(sent));
    });
    const gateway = await startGateway({ SIGNALLING_URLS: pod.url });
    const { socket, head } = await upgrade(gateway.port, '/ws?share=s');
    let received = head.length;
    for await (const chunk of socket) received += (chunk as Buffer).length;
    expect(received).toBe(sent);
    await gateway.stop();
    await pod.stop();
  });
});
