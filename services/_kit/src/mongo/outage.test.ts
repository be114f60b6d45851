import { createGrpcClient } from '../grpc/client.js';
import { graceMs } from '../grpc/outage.js';
import { grpcService, serveGrpc } from '../grpc/server.js';
import { silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { callableBy, testAssertions, testCredentials } from '../testing/credentials.js';
import { startLocalMongo, type LocalMongo } from '../testing/mongo.js';
import { connectMongo, databaseDependency, outageDetection } from './connect.js';

interface Note {
  text: string;
}
const json = {
  encode: (note: Note) => ({ finish: () => Buffer.from(JSON.stringify(note)) }),
  decode: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()) as Note,
  fromPartial: (note: Partial<Note>): Note => ({ text: '', ...note }),
};
const unary = (name: string) =>
  ({
    name,
    requestType: json,
    requestStream: false,
    responseType: json,
    responseStream: false,
    options: callableBy('caller'),
  }) as const;
const NotesDefinition = {
  name: 'Notes',
  fullName: 'test.Notes',
  methods: { read: unary('read'), write: unary('write'), cached: unary('cached') },
} as const;

const start = async (url: string) => {
  const connection = await connectMongo({ url, database: 'outage', logger: silentLogger });
  const notes = connection.collection<Note>('notes');
  const server = await serveGrpc({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    registry: createRegistry('test'),
    credentials: await testCredentials('notes'),
    assertions: testAssertions('notes'),
    dependencies: [databaseDependency(connection)],
    services: [
      grpcService(NotesDefinition, {
        read: async () => ({ text: (await notes.findOne({}))?.text ?? '' }),
        write: async ({ text }: Note) => {
          await notes.insertOne({ text });
          return { text };
        },
        cached: () => Promise.resolve({ text: 'cached' }),
      }),
    ],
  });
  const client = createGrpcClient(NotesDefinition, `127.0.0.1:${server.port}`, {
    credentials: await testCredentials('caller'),
    service: 'notes',
    deadlineMs: 30_000,
  });
  return {
    client,
    stop: async () => {
      client.closeChannel();
      await server.stop();
      await connection.close();
    },
  };
};

const timed = async (call: () => Promise<unknown>) => {
  const startedAt = performance.now();
  const error: unknown = await call().then(
    () => 'no error',
    (caught: unknown) => caught,
  );
  return { error, ms: performance.now() - startedAt };
};

const unavailable = {
  code: 'unavailable',
  reason: 'service-unavailable',
  retryAfterSeconds: 1,
};

describe('a call while the database', () => {
  let mongo: LocalMongo;
  let world: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    mongo = await startLocalMongo();
    world = await start(mongo.url);
    await world.client.write({ text: 'a' });
  });
  afterEach(async () => {
    await world.stop();
    await mongo.stop();
  });

  // The driver's default settings detect it after 10 to 40 s.
  const firstMs = 10_000;
  // Without the rejection, every call waits for the driver's server selection.
  const nextMs = outageDetection.serverSelectionTimeoutMS;
  // A busy machine may delay some calls for as long.
  const attempts = 10;

  // Exact, because measured times depend on the load of the machine.
  it('hangs is unavailable within 2 s by the configured time-outs', () => {
    const { heartbeatFrequencyMS, connectTimeoutMS } = outageDetection;
    expect(heartbeatFrequencyMS + connectTimeoutMS + graceMs).toBeLessThan(2_000);
  });

  it.each<[string, (database: LocalMongo) => unknown]>([
    ['hangs', (database) => database.suspend()],
    ['is down', (database) => database.stop()],
  ])(
    '%s is unavailable after the detection time, then immediately',
    async (_what, breakDatabase) => {
      await breakDatabase(mongo);
      const calls = [() => world.client.read({}), () => world.client.write({ text: 'b' })];
      for (const { error, ms } of await Promise.all(calls.map(timed))) {
        expect(error).toMatchObject(unavailable);
        expect(ms).toBeLessThan(firstMs);
      }
      for (const call of calls) {
        let fastestMs = Infinity;
        for (let count = 0; count < attempts && fastestMs >= nextMs; count += 1) {
          const { error, ms } = await timed(call);
          expect(error).toMatchObject(unavailable);
          fastestMs = Math.min(fastestMs, ms);
        }
        expect(fastestMs).toBeLessThan(nextMs);
      }
      expect(await world.client.cached({})).toEqual({ text: 'cached' });
    },
  );

  it('hung for a while succeeds once it responds again', async () => {
    await mongo.suspend();
    await timed(() => world.client.read({}));
    mongo.resume();
    while ((await timed(() => world.client.read({}))).error !== 'no error');
    expect(await world.client.write({ text: 'c' })).toEqual({ text: 'c' });
  });
});
