import type { Logger } from '@tandem/kit';
import type { TransferStore } from '../transfer/transfer.store.js';
import { fold, forgetBefore, forgetCaller, type Rollup } from './rollup.js';
import type { RollupStore } from './rollup.store.js';

export interface CountContext {
  transfers: TransferStore;
  rollups: RollupStore;
}

const batchSize = 500;

/**
 * Counts every transfer once, on any number of replicas and without a transaction:
 *
 *   1. read the rollup (version v) and mark the transfers of its last batch as counted
 *   2. read transfers that are not marked
 *   3. write the rollup with their sums and their ids as the batch, if its version is still v
 *
 * After a crash following step 3, the next run marks the batch before it reads. Of two concurrent runs with
 * the same version only one can write; the other starts over.
 */
export const countTransfers = async ({ transfers, rollups }: CountContext): Promise<void> => {
  for (;;) {
    const rollup = await rollups.read();
    await transfers.markCounted(rollup.batch);
    const uncounted = await transfers.uncounted(batchSize);
    if (uncounted.length === 0) return;
    await rollups.save(fold(rollup, uncounted));
  }
};

/**
 * Runs one at a time; callers during a run share the next one. Also resolves if the run failed: a later run
 * counts the same transfers.
 */
export const createCounter = (context: CountContext, logger: Logger): (() => Promise<void>) => {
  let current: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const run = async () => {
    waiting = undefined;
    try {
      await countTransfers(context);
    } catch (error) {
      logger.warn({ err: error }, 'transfers could not be counted, will retry');
    }
  };
  return () => {
    if (waiting) return waiting;
    waiting = current.then(run);
    current = waiting;
    return waiting;
  };
};

/** Writes a new version, so that a concurrent fold that has read the old one must read again. */
const rewrite = async (context: CountContext, next: (rollup: Rollup) => Rollup): Promise<void> => {
  for (;;) {
    const rollup = await context.rollups.read();
    // Mark the batch before a new version drops it.
    await context.transfers.markCounted(rollup.batch);
    if (await context.rollups.save({ ...next(rollup), batch: [] })) return;
  }
};

/** Removes a deleted user's e-mail address from the transfers. */
export const eraseCaller = async (context: CountContext, uid: string): Promise<void> => {
  await context.transfers.forgetCaller(uid);
  await rewrite(context, (rollup) => forgetCaller(rollup, uid));
};

/** Removes transfers, with their e-mail addresses, that are older than the retention. */
export const eraseBefore = async (context: CountContext, cutoff: Date): Promise<void> => {
  await context.transfers.removeBefore(cutoff);
  const { recent } = await context.rollups.part('recent');
  if (recent.every(({ createdAt }) => createdAt >= cutoff)) return;
  await rewrite(context, (rollup) => forgetBefore(rollup, cutoff));
};
