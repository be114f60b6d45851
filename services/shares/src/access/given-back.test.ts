import { createGivenBack } from './given-back.js';

describe('attempts that are given back', () => {
  it('are returned before a flush resolves, by one that began earlier too', async () => {
    const releases: (() => void)[] = [];
    const returned: string[] = [];
    const givenBack = createGivenBack(
      {
        refund: async (attempts) => {
          await new Promise<void>((resolve) => releases.push(resolve));
          returned.push(...attempts.map(({ shareId, count }) => `${shareId} ${count}`));
        },
      },
      (error) => {
        throw error;
      },
    );
    givenBack.add('one network');
    givenBack.add('one network');
    void givenBack.flush();
    while (releases.length === 0) await Promise.resolve();
    let isOver = false;
    const last = givenBack.flush().then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(isOver).toBe(false);
    releases.shift()?.();
    await last;
    expect(returned).toEqual(['one 2']);
  });

  it('are returned, and nothing is waited for, when there are none', async () => {
    const refund = () => Promise.reject(new Error('not called'));
    await expect(createGivenBack({ refund }, () => undefined).flush()).resolves.toBeUndefined();
  });
});
