import { inspect } from 'node:util';
import { startLocalNats, startNats, type TestNats } from '../testing/nats.js';
import { freePort } from '../testing/process.js';
import { declareAll, declareEventually } from './declare.js';

// Run by the chart's Job on every install and upgrade.
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

  it('waits for a broker that starts later', async () => {
    const port = await freePort();
    let declared: Promise<string[]> | undefined;
    const reason = await new Promise<string>((resolve) => {
      declared = declareEventually(`nats://127.0.0.1:${port}`, manifest, {
        retryMs: 20,
        onFailure: resolve,
      });
    });
    expect(reason).toMatch(/refused/i);
    const late = await startLocalNats({ port });
    try {
      expect(await declared).toContain('stream orders: created');
    } finally {
      await late.stop();
    }
  });

  it('does not wait with a malformed address, and does not show its password', async () => {
    const addresses = 'nats://jetstream:hunter2@a:4222,nats://jetstream:hunter2@b:4222';
    const failure = await declareEventually(addresses, manifest).catch((error: unknown) => error);
    expect(inspect(failure)).toContain('NATS_URL: must be one nats://');
    expect(inspect(failure)).not.toContain('hunter2');
  });

  it('does not wait with a faulty manifest', async () => {
    const wrong = { ...manifest, stream: [] } as never;
    await expect(declareEventually(nats.url, wrong)).rejects.toThrow(/stream/);
  });
});
