import { declareAll } from './declare.js';
import { startNats, type TestNats } from '../testing/nats.js';

// The deployment's hook job: declares streams and consumers, as often as it is asked to.
describe('declaring streams and consumers', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.stop());

  const manifest = {
    streams: [{ source: 'orders' }, { source: 'dead' }],
    consumers: [{ source: 'orders', durable: 'mailer' }],
  };

  it('creates what is missing, then changes nothing however often it runs', async () => {
    expect(await declareAll(nats.url, manifest)).toEqual([
      'stream orders: created',
      'stream dead: created',
      'consumer mailer of orders: created',
    ]);
    expect(await declareAll(nats.url, manifest)).toEqual([
      'stream orders: unchanged',
      'stream dead: unchanged',
      'consumer mailer of orders: unchanged',
    ]);
  });

  it('refuses a manifest with a key it does not know', async () => {
    const wrong = { ...manifest, stream: [] } as never;
    await expect(declareAll(nats.url, wrong)).rejects.toThrow(/stream/);
  });
});
