import { createBatcher } from './batcher.js';

/** Batches that the test ends. */
const controlled = () => {
  const batches: { items: readonly number[]; end(error?: Error): void }[] = [];
  let onBatch: () => void = () => undefined;
  return {
    batches,
    next: () => new Promise<void>((resolve) => (onBatch = resolve)),
    run: (items: readonly number[]) =>
      new Promise<void>((resolve, reject) => {
        batches.push({ items, end: (error) => (error ? reject(error) : resolve()) });
        onBatch();
      }),
  };
};

describe('a batcher', () => {
  it('runs what arrives during a batch together, in order and within the limit', async () => {
    const { batches, next, run } = controlled();
    const add = createBatcher({ run, limit: 3 });
    const first = next();
    const done = [add(0)];
    await first;
    done.push(...[1, 2, 3, 4].map((item) => add(item)));
    for (let index = 0; index < 3; index += 1) {
      const following = next();
      batches[index]?.end();
      if (index < 2) await following;
    }
    await Promise.all(done);
    expect(batches.map(({ items }) => items)).toEqual([[0], [1, 2, 3], [4]]);
  });

  it('resolves no item before its batch has ended', async () => {
    const { batches, next, run } = controlled();
    const add = createBatcher({ run, limit: 3 });
    const begun = next();
    let isDone = false;
    const item = add(1).then(() => (isDone = true));
    await begun;
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    batches[0]?.end();
    await item;
  });

  it('rejects only the faulty item of a batch, and goes on', async () => {
    const written: number[] = [];
    const add = createBatcher<number>({
      run: (items) => {
        if (items.includes(2)) return Promise.reject(new Error('faulty'));
        written.push(...items);
        return Promise.resolve();
      },
      limit: 10,
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await add(4);
    expect(written).toEqual([1, 3, 4]);
  });
});
