import { createRegistry } from '../observability/metrics.js';
import { silentLogger } from '../observability/log.js';
import { startMongo, type TestMongo } from '../testing/mongo.js';
import { connectMongo } from './connect.js';

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
});
