import { createGroupCommit } from './group-commit.js';

/** Writes that the test ends. */
const controlled = () => {
  const writes: { items: readonly number[]; end(error?: Error): void }[] = [];
  let onWrite: () => void = () => undefined;
  return {
    writes,
    next: () => new Promise<void>((resolve) => (onWrite = resolve)),
    write: (items: readonly number[]) =>
      new Promise<void>((resolve, reject) => {
        writes.push({ items, end: (error) => (error ? reject(error) : resolve()) });
        onWrite();
      }),
  };
};

describe('a group commit', () => {
  it('writes what arrives during a write together, in order and within the limit', async () => {
    const { writes, next, write } = controlled();
    const commit = createGroupCommit({ write, limit: 3 });
    const first = next();
    const done = [commit(0)];
    await first;
    done.push(...[1, 2, 3, 4].map((item) => commit(item)));
    for (let index = 0; index < 3; index += 1) {
      const following = next();
      writes[index]?.end();
      if (index < 2) await following;
    }
    await Promise.all(done);
    expect(writes.map(({ items }) => items)).toEqual([[0], [1, 2, 3], [4]]);
  });

  it('resolves no item before its write has ended', async () => {
    const { writes, next, write } = controlled();
    const commit = createGroupCommit({ write, limit: 3 });
    const begun = next();
    let isDone = false;
    const item = commit(1).then(() => (isDone = true));
    await begun;
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    writes[0]?.end();
    await item;
  });

  it('rejects only the faulty item of a group, and goes on', async () => {
    const written: number[] = [];
    const commit = createGroupCommit<number>({
      write: (items) => {
        if (items.includes(2)) return Promise.reject(new Error('faulty'));
        written.push(...items);
        return Promise.resolve();
      },
      limit: 10,
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => commit(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await commit(4);
    expect(written).toEqual([1, 3, 4]);
  });
});
