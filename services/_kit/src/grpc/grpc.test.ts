import { promises as dns } from 'node:dns';
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { ServiceError } from '../errors.js';
import { createLogger, silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import {
  currentRequest,
  requestContextFrom,
  runInRequest,
} from '../observability/request-context.js';
import { createTurns, type Turns } from '../overload/turns.js';
import { callableBy, testAssertions, testCredentials } from '../testing/credentials.js';
import { freePort } from '../testing/process.js';
import { createGrpcClient, longestStreamMs } from './client.js';
import { grpcService, serveGrpc } from './server.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
/** A service with one method: the kit must not depend on a service's contract. */
const EchoDefinition = {
  name: 'Echo',
  fullName: 'test.Echo',
  methods: {
    echo: {
      name: 'echo',
      requestType: json,
      requestStream: false,
      responseType: json,
      responseStream: false,
      options: callableBy('caller'),
    },
  },
} as const;

const connectEcho = async (address: string, deadlineMs = 60_000, turns?: Turns) =>
  createGrpcClient(EchoDefinition, address, {
    credentials: await testCredentials('caller'),
    service: 'echo',
    deadlineMs,
    ...(turns && { turns }),
  });

const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');

const serve = async (
  answer: () => Promise<never> | Promise<{ text: string }>,
  deadlineMs = 60_000,
  host = '127.0.0.1',
  logger = silentLogger,
) => {
  const registry = createRegistry('test');
  const server = await serveGrpc({
    host,
    port: 0,
    logger,
    registry,
    credentials: await testCredentials('echo'),
    assertions: testAssertions('echo'),
    services: [grpcService(EchoDefinition, { echo: () => answer() })],
  });
  const client = await connectEcho(`127.0.0.1:${server.port}`, deadlineMs);
  return {
    registry,
    call: () => client.echo({}),
    port: server.port,
    stop: async () => {
      client.closeChannel();
      await server.stop();
    },
  };
};

describe('gRPC', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('transports a ServiceError with code, reason, message and retry delay', async () => {
    const { call, stop, registry } = await serve(() =>
      Promise.reject(
        new ServiceError('resource-exhausted', 'too-many-attempts', 'Wait a little.', {
          retryAfterSeconds: 30,
        }),
      ),
    );
    await expect(call()).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'resource-exhausted',
      reason: 'too-many-attempts',
      message: 'Wait a little.',
      retryAfterSeconds: 30,
    });
    expect(await registry.metrics()).toMatch(
      /grpc_server_handled_seconds_count{[^}]*RESOURCE_EXHAUSTED/,
    );
    await stop();
  });

  it('replaces any other error with a generic text', async () => {
    const { call, stop } = await serve(() => Promise.reject(new Error('secret detail')));
    const error = await call().catch((caught: unknown) => caught);
    expect(String(error)).not.toContain('secret detail');
    expect(error).not.toBeInstanceOf(ServiceError);
    await stop();
  });

  it('logs why something is unavailable, one line for many calls', async () => {
    const sink = new PassThrough();
    const fail = () =>
      Promise.reject(
        new ServiceError('unavailable', 'provider-unavailable', 'Try again.', {
          cause: new Error('getaddrinfo ENOTFOUND provider.example'),
        }),
      );
    const logger = createLogger('test', 'info', sink);
    const { call, stop } = await serve(fail, 60_000, '127.0.0.1', logger);
    for (let calls = 0; calls < 3; calls += 1) {
      await expect(call()).rejects.toMatchObject({ message: 'Try again.' });
    }
    await stop();
    const lines = String(sink.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'dependency unavailable',
        method: '/test.Echo/echo',
        reason: 'provider-unavailable',
        cause: 'getaddrinfo ENOTFOUND provider.example',
      }),
    ]);
  });

  it('propagates the request and trace ids', async () => {
    let seen: unknown;
    const { call, stop } = await serve(() => {
      seen = currentRequest();
      return Promise.resolve({ text: 'x' });
    });
    const request = requestContextFrom('request-42');
    await runInRequest(request, call);
    expect(seen).toEqual(request);
    await stop();
  });

  (hasIpv6 ? it : it.skip)('answers over IPv6 and IPv4 with the host `::`', async () => {
    const { port, stop } = await serve(() => Promise.resolve({ text: 'x' }), 60_000, '::');
    for (const host of ['[::1]', '127.0.0.1']) {
      const client = await connectEcho(`${host}:${port}`);
      expect(await client.echo({})).toEqual({ text: 'x' });
      client.closeChannel();
    }
    await stop();
  });

  it('calls a service directly where the environment names a web proxy', async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    // These two take precedence over all others.
    Object.assign(process.env, { grpc_proxy: url, no_grpc_proxy: 'other.example' });
    try {
      const { call, stop } = await serve(() => Promise.resolve({ text: 'x' }));
      await expect(call()).resolves.toEqual({ text: 'x' });
      await stop();
    } finally {
      delete process.env['grpc_proxy'];
      delete process.env['no_grpc_proxy'];
      proxy.close();
    }
    expect(connections).toBe(0);
  });

  it('waits for a service that is restarting', async () => {
    const port = await freePort();
    const client = await connectEcho(`127.0.0.1:${port}`);
    const credentials = await testCredentials('echo');
    const early = client.echo({});
    const server = await serveGrpc({
      host: '127.0.0.1',
      port,
      logger: silentLogger,
      registry: createRegistry('test'),
      credentials,
      assertions: testAssertions('echo'),
      services: [grpcService(EchoDefinition, { echo: async () => ({ text: 'here again' }) })],
    });
    await expect(early).resolves.toEqual({ text: 'here again' });
    client.closeChannel();
    await server.stop();
  });

  it('finds the new address of a service whose name it has just resolved', async () => {
    const port = await freePort();
    const listen = async (host: string) =>
      serveGrpc({
        host,
        port,
        logger: silentLogger,
        registry: createRegistry('test'),
        credentials: await testCredentials('echo'),
        assertions: testAssertions('echo'),
        services: [grpcService(EchoDefinition, { echo: async () => ({ text: host }) })],
      });
    let host = '127.0.0.1';
    const lookup = jest
      .spyOn(dns, 'lookup')
      .mockImplementation((async () => [{ address: host, family: 4 }]) as never);
    const old = await listen(host);
    const client = await connectEcho(`echo.test:${port}`);
    await expect(client.echo({})).resolves.toEqual({ text: host });

    host = '127.0.0.2';
    const replacement = await listen(host);
    await old.stop();
    await expect(client.echo({})).resolves.toEqual({ text: host });
    lookup.mockRestore();
    client.closeChannel();
    await replacement.stop();
  });

  it('connects before the first call, and waits five seconds at most', async () => {
    const accepted: Socket[] = [];
    const silent = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const client = await connectEcho(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(client.connect()).resolves.toBeUndefined();
    client.closeChannel();
    expect(accepted).not.toEqual([]);
    // A channel that is closed during the handshake leaves its socket open.
    for (const socket of accepted) socket.destroy();
    silent.close();
    await once(silent, 'close');
  }, 10_000);

  it('rejects a call within two seconds when the service is unreachable', async () => {
    const client = await connectEcho('127.0.0.1:1');
    const startedAt = performance.now();
    await expect(client.echo({})).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'No connection to echo' },
    });
    // Half a second of tolerance for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    client.closeChannel();
  });

  it('retries an unreachable service at least every second, however long the outage', async () => {
    const attemptsMs: number[] = [];
    const away = createServer((socket) => {
      attemptsMs.push(performance.now());
      socket.destroy();
      away.emit('attempt');
    }).listen(0, '127.0.0.1');
    await once(away, 'listening');
    const client = await connectEcho(`127.0.0.1:${(away.address() as AddressInfo).port}`);
    const rejected = expect(client.echo({})).rejects.toMatchObject({ code: 'unavailable' });
    while (attemptsMs.length < 9) await once(away, 'attempt');
    const gapsMs = attemptsMs.slice(-4).map((ms, index, all) => ms - (all[index - 1] ?? -Infinity));
    // The minimum, because a busy machine lengthens the gaps.
    expect(Math.min(...gapsMs)).toBeLessThan(1_000);
    client.closeChannel();
    away.close();
    await rejected;
  });

  it('rejects with unavailable after the deadline, and when the service is down', async () => {
    const hanging = await serve(() => new Promise<never>(() => undefined), 150);
    await expect(hanging.call()).rejects.toMatchObject({ code: 'unavailable' });
    const disconnected = await connectEcho('127.0.0.1:1', 500);
    await expect(disconnected.echo({})).rejects.toMatchObject({ code: 'unavailable' });
    disconnected.closeChannel();
    await hanging.stop();
  });

  it('completes the longest stream, although its connection reaches the maximum age', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const calls = new EventEmitter();
    const { call, stop } = await serve(
      () => new Promise((resolve) => calls.emit('call', () => resolve({ text: 'complete' }))),
      longestStreamMs,
    );
    const begin = async () => {
      const arrival = once(calls, 'call');
      const called = call();
      const [answer] = (await arrival) as [() => void];
      return { called, answer };
    };
    /** With turns of the event loop, so that what the connections do happens in time. */
    const pass = async (ms: number) => {
      for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
        await jest.advanceTimersByTimeAsync(Math.min(1_000, leftMs));
        for (let turn = 0; turn < 20; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const first = await begin();
    first.answer();
    await first.called;
    // The age is 5 minutes, 10 % more or less.
    await pass(269_000);
    const { called, answer } = await begin();
    await pass(longestStreamMs - 1);
    answer();
    expect(await called).toEqual({ text: 'complete' });
    await stop();
  });

  it('continues calls whose responses arrive together in different turns of the event loop', async () => {
    const answers: (() => void)[] = [];
    const { port, stop } = await serve(
      () => new Promise((resolve) => answers.push(() => resolve({ text: '' }))),
    );
    const client = await connectEcho(`127.0.0.1:${port}`, 60_000, createTurns());
    const counted = 10;
    let turn = 0;
    const continuedIn = new Set<number>();
    const calls = Array.from({ length: counted }, async () => {
      await client.echo({});
      continuedIn.add(turn);
    });
    const nextTurn = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      turn += 1;
    };
    while (answers.length < counted) await nextTurn();
    for (const answer of answers) answer();
    while (continuedIn.size < counted - 1 && turn < 100_000) await nextTurn();
    await Promise.all(calls);
    // The second may be continued in the turn of the first.
    expect(continuedIn.size).toBeGreaterThanOrEqual(counted - 1);
    client.closeChannel();
    await stop();
  });

  it('balances the calls of one client over all addresses', async () => {
    const listen = async (text: string) =>
      serveGrpc({
        host: '127.0.0.1',
        port: 0,
        logger: silentLogger,
        registry: createRegistry(text),
        credentials: await testCredentials('echo'),
        assertions: testAssertions('echo'),
        services: [grpcService(EchoDefinition, { echo: () => Promise.resolve({ text }) })],
      });
    const servers = await Promise.all([listen('one'), listen('two')]);
    const addresses = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const client = await connectEcho(`ipv4:///${addresses}`);
    const answers = async (calls: number) => {
      const texts: string[] = [];
      for (let n = 0; n < calls; n += 1) texts.push((await client.echo({})).text);
      return texts;
    };
    // The second connection may be ready a little later than the first.
    while (new Set(await answers(2)).size < 2);
    const texts = await answers(20);
    for (const name of ['one', 'two'])
      expect(texts.filter((text) => text === name).length).toBeGreaterThanOrEqual(5);
    client.closeChannel();
    await Promise.all(servers.map((server) => server.stop()));
  });
});
