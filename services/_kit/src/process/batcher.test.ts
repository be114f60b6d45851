import { AsyncLocalStorage } from 'node:async_hooks';
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

  it('rejects only the faulty item of a batch, and continues', async () => {
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

  it('does not hold independent items back for a batch that hangs', async () => {
    const { batches, next, run } = controlled();
    const add = createBatcher({ run, limit: 3, areIndependent: true });
    const first = next();
    const hanging = add(1);
    await first;
    const second = next();
    const later = add(2);
    await second;
    batches[1]?.end();
    await later;
    batches[0]?.end();
    await hanging;
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  });

  it('runs independent items of a failed batch at the same time, each alone', async () => {
    const { batches, next, run } = controlled();
    const add = createBatcher({ run, limit: 3, areIndependent: true });
    const first = next();
    const results = Promise.allSettled([1, 2, 3].map((item) => add(item)));
    await first;
    const alone = next();
    batches[0]?.end(new Error('faulty'));
    await alone;
    await new Promise(setImmediate);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3], [1], [2], [3]]);
    batches[2]?.end(new Error('faulty'));
    batches[3]?.end();
    batches[1]?.end();
    const statuses = (await results).map(({ status }) => status);
    expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('runs a batch in the context of the first of its calls', async () => {
    const requests = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    let add: (item: string) => Promise<void> = () => Promise.resolve();
    add = createBatcher<string>({
      run: async (items) => {
        seen.push([requests.getStore(), items]);
        // Arrives while the batch of another request runs.
        if (items[0] === 'a') void requests.run('second', () => add('b'));
        await new Promise(setImmediate);
      },
      limit: 3,
    });
    await requests.run('first', () => add('a'));
    await requests.run('third', () => add('c'));
    expect(seen).toEqual([
      ['first', ['a']],
      ['second', ['b', 'c']],
    ]);
  });
});
