import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { callableBy, testAssertions, testCredentials } from '../testing/credentials.js';
import { createGrpcClient } from './client.js';
import { grpcService, serveGrpc } from './server.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
const NameDefinition = {
  name: 'Name',
  fullName: 'test.Name',
  methods: {
    get: {
      name: 'get',
      requestType: json,
      requestStream: false,
      responseType: json,
      responseStream: false,
      options: callableBy('caller'),
    },
  },
} as const;

const serve = async (name: string) =>
  serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry(name),
    credentials: await testCredentials('named'),
    assertions: testAssertions('named'),
    services: [grpcService(NameDefinition, { get: () => Promise.resolve({ text: name }) })],
  });

/** A line to a server, which can be cut without closing its connections, as when a machine vanishes. */
const lineTo = async (port: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const line = createServer((near) => {
    hold(near);
    if (isCut) return;
    const far = connect(port, '127.0.0.1');
    hold(far);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    port: (line.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: async () => {
      line.close();
      for (const socket of sockets) socket.destroy();
      await once(line, 'close');
    },
  };
};

it('leaves an address whose machine has vanished without closing its connections', async () => {
  const [vanished, here] = await Promise.all([serve('vanished'), serve('here')]);
  const line = await lineTo(vanished.port);
  const addresses = [line.port, here.port].map((port) => `127.0.0.1:${port}`).join(',');
  const client = createGrpcClient(NameDefinition, `ipv4:///${addresses}`, {
    credentials: await testCredentials('caller'),
    service: 'named',
    deadlineMs: 300,
    keepalive: { everyMs: 100, timeoutMs: 200 },
  });
  const answer = () =>
    client.get({}).then(
      ({ text }) => text,
      () => 'none',
    );
  const answeredBy = new Set<string>();
  while (!answeredBy.has('vanished') || !answeredBy.has('here')) answeredBy.add(await answer());
  line.cut();
  let inARow = 0;
  for (let calls = 0; inARow < 8; calls += 1) {
    expect(calls).toBeLessThan(40);
    inARow = (await answer()) === 'here' ? inARow + 1 : 0;
  }
  client.closeChannel();
  await line.close();
  await Promise.all([vanished, here].map((server) => server.stop()));
}, 20_000);
