interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Items that arrive while a batch runs go together into the next one, in the order of arrival, because a command of a
 * database costs nearly the same for one item and for many. The returned function resolves when the batch of its item,
 * which begins after the call, has ended.
 *
 * `run` must be idempotent by item: when a batch of several fails, each item is run alone, so that only the faulty one
 * rejects.
 */
export const createBatcher = <Item>(options: {
  run: (items: readonly Item[]) => Promise<void>;
  /** Items of one batch. */
  limit: number;
}): ((item: Item) => Promise<void>) => {
  const { run, limit } = options;
  const queue: Waiting<Item>[] = [];
  let isRunning = false;

  const runAlone = async ({ item, resolve, reject }: Waiting<Item>) => {
    try {
      await run([item]);
      resolve();
    } catch (error) {
      reject(error);
    }
  };

  const runTogether = async (batch: readonly Waiting<Item>[]) => {
    try {
      await run(batch.map(({ item }) => item));
    } catch {
      for (const waiting of batch) await runAlone(waiting);
      return;
    }
    for (const { resolve } of batch) resolve();
  };

  const drain = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, limit);
      const [only] = batch;
      if (only && batch.length === 1) await runAlone(only);
      else await runTogether(batch);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After the items of this turn: what arrives together is run together.
      setImmediate(() => void drain());
    });
};
