import { Writable } from 'node:stream';
import { Schema } from 'mongoose';
import { createLogger, silentLogger } from '../observability/log.js';
import { createRegistry } from '../observability/metrics.js';
import { createReadiness } from '../process/readiness.js';
import { startLocalMongo, startMongo, type TestMongo } from '../testing/mongo.js';
import { connectMongo, databaseDependency, ensureIndexes } from './connect.js';

describe('indexes', () => {
  it('are reported as missing until they are built, also during an outage', async () => {
    const mongo = await startLocalMongo();
    const readiness = createReadiness(silentLogger);
    const connection = await connectMongo({
      url: mongo.url,
      database: 'indexes',
      logger: silentLogger,
      readiness,
    });
    const things = connection.model('thing', new Schema({ at: { type: Date, index: true } }));
    expect(readiness.missing()).toEqual([]);
    await mongo.suspend();
    const built = ensureIndexes(connection);
    expect(readiness.missing()).toEqual(['indexes of things']);
    while (!readiness.missing().some((line) => line.includes('things: '))) {
      await new Promise((resolve) => connection.getClient().once('serverHeartbeatFailed', resolve));
    }
    mongo.resume();
    await built;
    expect(readiness.missing().filter((line) => line.includes('things'))).toEqual([]);
    expect(Object.keys(await things.collection.indexInformation())).toContain('at_1');
    await connection.close();
    // Or the lost connection would be logged every 10 s during the tests that follow in this process.
    readiness.stop();
    await mongo.stop();
  });
});

describe('the connection pool', () => {
  let mongo: TestMongo;
  beforeAll(async () => {
    mongo = await startMongo();
  });
  afterAll(() => mongo.stop());

  it('exports limit, idle, in use and waiting while connected, and no series otherwise', async () => {
    const registry = createRegistry('test');
    expect(await registry.metrics()).not.toContain('state="limit"');
    const connection = await connectMongo({
      url: mongo.url,
      database: 'pool',
      logger: silentLogger,
    });
    await Promise.all(
      Array.from({ length: 8 }, () => connection.collection('things').findOne({ n: 1 })),
    );
    const text = await registry.metrics();
    const value = (state: string) =>
      Number(
        new RegExp(`database_pool_connections\\{state="${state}".*\\} (\\d+)`).exec(text)?.[1],
      );
    expect(value('limit')).toBe(20);
    expect(value('idle')).toBeGreaterThan(0);
    expect(value('in_use')).toBe(0);
    expect(value('waiting')).toBe(0);
    await connection.close();
    expect(await registry.metrics()).not.toContain('state="limit"');
  });

  it('is not reported as lost when the process closes it', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const logger = createLogger('test', 'trace', sink);
    const connection = await connectMongo({ url: mongo.url, database: 'closed', logger });
    await connection.collection('things').findOne({});
    await connection.close();
    expect(lines.filter((line) => line.includes('"level":"warn"'))).toEqual([]);
    expect(databaseDependency(connection).isAvailable()).toBe(false);
  });
});
