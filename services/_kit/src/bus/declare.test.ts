import { declareAll } from './declare.js';
import { startNats, type TestNats } from '../testing/nats.js';

// Run by the chart's hook job on every install and upgrade.
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

  it('creates missing objects and changes nothing on the next run', async () => {
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

  it('rejects a manifest with an unknown key', async () => {
    const wrong = { ...manifest, stream: [] } as never;
    await expect(declareAll(nats.url, wrong)).rejects.toThrow(/stream/);
  });
});
