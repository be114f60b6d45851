import type { Logger } from '@tandem/kit';
import { fold, forgetCaller } from './rollup.js';
import type { RollupStore } from './rollup.store.js';
import type { TransferStore } from '../transfer/transfer.store.js';

export interface CountContext {
  transfers: TransferStore;
  rollups: RollupStore;
}

const batchSize = 500;

/**
 * Count every transfer once, with any number of replicas and without a transaction:
 *
 *   1. read the rollup (version v) and tick off the transfers of its last batch
 *   2. read transfers that are not ticked off
 *   3. write the rollup with their sums and their ids as batch, if its version is still v
 *
 * A crash after 3 leaves the batch to be ticked off by whoever comes next, before they read. Two who fold
 * at once read the same version and only one of them may write; the other starts again.
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
 * Runs one after another; callers who ask during a run share the next one. Resolves also when the run
 * failed: nothing is lost by that, a later run counts the same transfers.
 */
export const createCounter = (context: CountContext, logger: Logger): (() => Promise<void>) => {
  let current: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const run = async () => {
    waiting = undefined;
    try {
      await countTransfers(context);
    } catch (error) {
      logger.warn({ err: error }, 'transfers could not be counted, will try again');
    }
  };
  return () => {
    if (waiting) return waiting;
    waiting = current.then(run);
    current = waiting;
    return waiting;
  };
};

/**
 * A deleted user's e-mail address goes from the list of recent transfers. The new version is written in
 * any case, so that a fold under way, which may have read the address, has to read again.
 */
export const eraseCaller = async (context: CountContext, uid: string): Promise<void> => {
  await context.transfers.forgetCaller(uid);
  for (;;) {
    const rollup = await context.rollups.read();
    // The batch has to be ticked off before a new version forgets it.
    await context.transfers.markCounted(rollup.batch);
    if (await context.rollups.save({ ...forgetCaller(rollup, uid), batch: [] })) return;
  }
};
