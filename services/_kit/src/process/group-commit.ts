interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive while a write runs are written together by the next one, in the order of arrival, so
 * that a write costs the same for one item and for many. The returned function resolves when its item is written.
 *
 * `write` must be idempotent by item: when the write of several fails, each is written alone, so that only the faulty
 * one rejects.
 */
export const createGroupCommit = <Item>(options: {
  write: (items: readonly Item[]) => Promise<void>;
  /** Items of one write. */
  limit: number;
}): ((item: Item) => Promise<void>) => {
  const { write, limit } = options;
  const queue: Waiting<Item>[] = [];
  let isRunning = false;

  const writeAlone = async ({ item, resolve, reject }: Waiting<Item>) => {
    try {
      await write([item]);
      resolve();
    } catch (error) {
      reject(error);
    }
  };

  const writeTogether = async (group: readonly Waiting<Item>[]) => {
    try {
      await write(group.map(({ item }) => item));
    } catch {
      for (const waiting of group) await writeAlone(waiting);
      return;
    }
    for (const { resolve } of group) resolve();
  };

  const run = async () => {
    while (queue.length > 0) {
      const group = queue.splice(0, limit);
      const [only] = group;
      if (only && group.length === 1) await writeAlone(only);
      else await writeTogether(group);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After the items of this turn: messages that arrived together are written together.
      setImmediate(() => void run());
    });
};
