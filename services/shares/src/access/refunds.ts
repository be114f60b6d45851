import type { Throttle } from './throttle.store.js';

/** Attempts with the correct password that are not yet refunded to the counters. */
export interface Refunds {
  add(key: string): void;
  /**
   * Gives a pending refund to a waiting attempt, which then need not be counted. False if there is none for this key.
   */
  take(key: string): boolean;
  /** Resolves when everything added before is refunded, also by a flush that has already begun. */
  flush(): Promise<void>;
}

const flushAfterMs = 250;
const maxKeys = 1_000;

/**
 * Attempts are counted one by one before the password is compared, but refunded together: until then they count, so a
 * process that is killed leaves its network with fewer attempts in this window, never with more.
 */
export const createRefunds = (
  throttle: Pick<Throttle, 'refund'>,
  onFailure: (error: unknown) => void,
): Refunds => {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let flushed = Promise.resolve();

  const refundAll = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const refunds = [...counts].map(([key, count]) => ({ key, count }));
    counts.clear();
    try {
      if (refunds.length > 0) await throttle.refund(refunds);
    } catch (error) {
      onFailure(error);
    }
  };

  const flush = (): Promise<void> => {
    flushed = flushed.then(refundAll);
    return flushed;
  };

  return {
    add: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), flushAfterMs);
      if (counts.size >= maxKeys) void flush();
    },
    take: (key) => {
      const count = counts.get(key);
      if (count === undefined) return false;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
      return true;
    },
    flush,
  };
};
