import { AsyncResource } from 'node:async_hooks';

interface Waiting<Item> {
  item: Item;
  /**
   * Async context of the caller; a batch runs in its first item's context, so its spans join that trace.
   * `AsyncLocalStorage.snapshot()` costs 30 times as much.
   */
  context: AsyncResource;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** How long a batch of independent items delays the next one; a command on a dead connection may take minutes. */
const heldBackMs = 100;

const endedOrLate = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, heldBackMs)));
  await Promise.race([work, late]);
  clearTimeout(timer);
};

/**
 * Collects the items that arrive while a batch runs into the next batch, in order of arrival, because a database
 * command costs nearly the same for one item as for many. The returned function resolves when its item's batch, which
 * begins after the call, has ended.
 *
 * `run` must be idempotent by item: when a batch of several fails, each item is run alone, so that only the faulty one
 * rejects.
 */
export const createBatcher = <Item>(options: {
  run: (items: readonly Item[]) => Promise<void>;
  /** Most items in one batch. */
  limit: number;
  /** Independent items do not wait for a batch that hangs, and run at the same time after a failure. */
  areIndependent?: boolean;
}): ((item: Item) => Promise<void>) => {
  const { run, limit, areIndependent = false } = options;
  const queue: Waiting<Item>[] = [];
  let isRunning = false;

  const runAlone = async ({ item, context, resolve, reject }: Waiting<Item>) => {
    try {
      await context.runInAsyncScope(() => run([item]));
      resolve();
    } catch (error) {
      reject(error);
    }
  };

  const runEachAlone = async (batch: readonly Waiting<Item>[]) => {
    if (areIndependent) await Promise.all(batch.map(runAlone));
    else for (const waiting of batch) await runAlone(waiting);
  };

  const runBatch = async (batch: readonly Waiting<Item>[]) => {
    const [first] = batch;
    if (!first || batch.length === 1) return runEachAlone(batch);
    const items = batch.map(({ item }) => item);
    try {
      await first.context.runInAsyncScope(() => run(items));
    } catch {
      return runEachAlone(batch);
    }
    for (const { resolve } of batch) resolve();
  };

  const drain = async () => {
    while (queue.length > 0) {
      const ended = runBatch(queue.splice(0, limit));
      await (areIndependent ? endedOrLate(ended) : ended);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, context: new AsyncResource('BatchItem'), resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Defer to the end of this turn, so items queued in the same turn share a batch.
      setImmediate(() => void drain());
    });
};
