import { createRefunds } from './refunds.js';

describe('refunds of attempts', () => {
  it('reach the counters before a flush resolves, even if an earlier flush carries them', async () => {
    const releases: (() => void)[] = [];
    const returned: string[] = [];
    const refunds = createRefunds(
      {
        refund: async (attempts) => {
          await new Promise<void>((resolve) => releases.push(resolve));
          returned.push(...attempts.map(({ key, count }) => `${key} ${count}`));
        },
      },
      (error) => {
        throw error;
      },
    );
    refunds.add('one');
    refunds.add('one');
    void refunds.flush();
    while (releases.length === 0) await Promise.resolve();
    let isOver = false;
    const last = refunds.flush().then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(isOver).toBe(false);
    releases.shift()?.();
    await last;
    expect(returned).toEqual(['one 2']);
  });

  it('need no call and no wait when there are none', async () => {
    const refund = () => Promise.reject(new Error('not called'));
    await expect(createRefunds({ refund }, () => undefined).flush()).resolves.toBeUndefined();
  });
});
