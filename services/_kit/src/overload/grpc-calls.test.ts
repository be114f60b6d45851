import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createGrpcClient } from '../grpc/client.js';
import { grpcService, serveGrpc } from '../grpc/server.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { callableBy, testAssertions, testCredentials } from '../testing/credentials.js';
import type { Criticality } from './criticality.js';
import { createAdmission, runWithPermit, yieldPlaceWhile } from './index.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
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

/** Forwards bytes; while it holds, it keeps those of the client, and delivers them together. */
const startProxy = async (port: number) => {
  let held: Buffer[] | undefined;
  let upstream: Socket | undefined;
  const server = createServer((socket) => {
    upstream = connect(port, '127.0.0.1');
    upstream.pipe(socket);
    socket.on('data', (chunk: Buffer) => {
      if (held) held.push(chunk);
      else upstream?.write(chunk);
    });
    for (const one of [socket, upstream]) one.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => void (held = []),
    heldChunks: () => held?.length ?? 0,
    deliver: () => {
      upstream?.write(Buffer.concat(held ?? []));
      held = undefined;
    },
    stop: () => {
      upstream?.destroy();
      server.close();
    },
  };
};

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Answers `hold` when it is released, and everything else immediately. */
const serve = async (places = 1) => {
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => releases.push(resolve));
  const registry = createRegistry('test');
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry,
    credentials: await testCredentials('echo'),
    assertions: testAssertions('echo'),
    admission: createAdmission(registry, {
      toleratedDelayMs: 60_000,
      initial: places,
      min: places,
      max: places,
    }),
    services: [
      grpcService(EchoDefinition, {
        echo: async ({ text }: Note) => {
          begun.push(text);
          if (text === 'hold') await held();
          if (text === 'wait') await yieldPlaceWhile(held);
          return { text };
        },
      }),
    ],
  });
  const proxy = await startProxy(server.port);
  const client = createGrpcClient(EchoDefinition, proxy.address, {
    credentials: await testCredentials('caller'),
    service: 'echo',
    deadlineMs: 60_000,
  });
  const untilBegun = async (text: string) => {
    while (!begun.includes(text)) await delay(5);
  };
  stops.push(async () => {
    client.closeChannel();
    for (const release of releases.splice(0)) release();
    await server.stop();
    proxy.stop();
  });
  return {
    begun,
    registry,
    untilBegun,
    proxy,
    call: (text: string, signal?: AbortSignal) => client.echo({ text }, signal ? { signal } : {}),
    release: () => releases.splice(0).forEach((release) => release()),
  };
};

/** Calls on behalf of a request of this criticality. */
const during = <Result>(criticality: Criticality, work: () => Result) => {
  const requests = createAdmission(createRegistry('caller'), { toleratedDelayMs: 100 });
  const permit = requests.admit({ criticality, signal: new AbortController().signal });
  return runWithPermit(permit, work);
};

const refusal = { code: 'unavailable', reason: 'overloaded', retryAfterSeconds: 1 };

describe('a server at its limit', () => {
  it('refuses calls with a time to retry without beginning them, and accepts them afterwards', async () => {
    const { call, begun, registry, untilBegun, release } = await serve();
    const first = call('hold');
    await untilBegun('hold');
    await expect(call('second')).rejects.toMatchObject(refusal);
    expect(begun).toEqual(['hold']);
    expect(await registry.metrics()).toMatch(
      /admission_refused_total{[^}]*criticality="normal"[^}]*} 1\b/,
    );
    release();
    await first;
    await expect(call('third')).resolves.toEqual({ text: 'third' });
  });

  it('refuses sheddable calls before normal ones, and those before highly critical ones', async () => {
    const { call, untilBegun, release } = await serve();
    const first = call('hold');
    await untilBegun('hold');
    await expect(during('sheddable', () => call('list'))).rejects.toMatchObject(refusal);
    await expect(during('normal', () => call('open'))).rejects.toMatchObject(refusal);
    await expect(during('high', () => call('stop'))).resolves.toEqual({ text: 'stop' });
    release();
    await first;
  });

  it('gives the place of a call that waits on purpose to another call', async () => {
    const { call, untilBegun, release } = await serve();
    const first = call('wait');
    await untilBegun('wait');
    await expect(call('second')).resolves.toEqual({ text: 'second' });
    release();
    await expect(first).resolves.toEqual({ text: 'wait' });
  });

  it('gives up the place at the caller as well', async () => {
    const { call, untilBegun, release } = await serve();
    const requests = createAdmission(createRegistry('caller'), {
      toleratedDelayMs: 100,
      initial: 1,
      min: 1,
      max: 1,
    });
    const admit = () =>
      requests.admit({ criticality: 'normal', signal: new AbortController().signal });
    const first = runWithPermit(admit(), () => call('wait'));
    await untilBegun('wait');
    // The header that frees the caller's place is still in transit.
    for (;;) {
      try {
        admit();
        break;
      } catch {
        await delay(5);
      }
    }
    release();
    await first;
  });
});

describe('a call whose caller has disconnected', () => {
  it('is not begun by a busy server, which reads the call together with its cancellation', async () => {
    const { call, begun, proxy } = await serve(10);
    await call('connected');
    proxy.hold();
    const gone = new AbortController();
    const abandoned = call('abandoned', gone.signal);
    while (proxy.heldChunks() === 0) await delay(1);
    gone.abort();
    await expect(abandoned).rejects.toThrow();
    // Sent after the cancellation.
    const chunks = proxy.heldChunks();
    const next = call('next');
    while (proxy.heldChunks() <= chunks) await delay(1);
    proxy.deliver();
    await next;
    await call('last');
    expect(begun).toEqual(['connected', 'next', 'last']);
  });
});
