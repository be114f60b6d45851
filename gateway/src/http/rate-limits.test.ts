import { createRateLimits } from './rate-limits.js';

describe('limits', () => {
  const exhaust = async (limits: ReturnType<typeof createRateLimits>, uid?: string) => {
    for (let used = 0; ; used += 1) {
      try {
        await limits.consume('pay', uid, '192.0.2.7');
      } catch (error) {
        return { used, error };
      }
    }
  };

  it('refuse with the time to wait, separately for each account', async () => {
    const limits = createRateLimits(0.1);
    const { used, error } = await exhaust(limits, 'alice');
    expect(used).toBe(3);
    expect(error).toMatchObject({ code: 'resource-exhausted', reason: 'too-many-requests' });
    expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
    await expect(limits.consume('pay', 'bob', '192.0.2.7')).resolves.toBeUndefined();
    await expect(limits.consume('read', 'alice', '192.0.2.7')).resolves.toBeUndefined();
  });

  it('count an IPv4-mapped IPv6 address as the IPv4 address', async () => {
    const limits = createRateLimits(1 / 30);
    await limits.consume('pay', undefined, '1.2.3.4');
    await expect(limits.consume('pay', undefined, '::ffff:102:304')).rejects.toMatchObject({
      reason: 'too-many-requests',
    });
    await expect(limits.consume('pay', undefined, '1.2.3.5')).resolves.toBeUndefined();
  });

  it('let a neighbour behind the same address use up the attempts at one share for at most a second', async () => {
    const limits = createRateLimits(1);
    const guess = (shareId: string) => limits.consume('guess', undefined, '192.0.2.7', shareId);
    for (let used = 0; used < 10; used += 1) await guess('attacked');
    const refused = { reason: 'too-many-requests', retryAfterSeconds: 1 };
    await expect(guess('attacked')).rejects.toMatchObject(refused);
    await expect(guess('other')).resolves.toBeUndefined();
  });

  it('admit an address that floods the gateway again after five seconds', async () => {
    const limits = createRateLimits(1);
    for (let used = 0; used < 500; used += 1) await limits.consumeNetwork('192.0.2.7');
    const error = await limits.consumeNetwork('192.0.2.7').catch((cause: unknown) => cause);
    expect(error).toMatchObject({ reason: 'too-many-requests' });
    expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(5);
    await expect(limits.consumeNetwork('192.0.2.8')).resolves.toBeUndefined();
  });

  it('are all disabled by scale 0', async () => {
    const limits = createRateLimits(0);
    for (let i = 0; i < 1_000; i += 1) {
      await limits.consume('pay', 'alice', '192.0.2.7');
      await limits.consumeNetwork('192.0.2.7');
    }
    await expect(limits.consume('pay', 'alice', '192.0.2.7')).resolves.toBeUndefined();
    await expect(limits.consumeNetwork('192.0.2.7')).resolves.toBeUndefined();
  });
});
