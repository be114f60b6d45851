import { coarseNetwork } from '@tandem/kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export interface ThrottleLimits {
  /** Attempts per window of one network at one share that do not wait. */
  perShare: number;
  windowSeconds: number;
  /** One further attempt of the network at the share per so many seconds. */
  paceSeconds: number;
}

/** One network at one share, real or not. */
export const throttleKey = (shareId: string, ipAddress: string): string =>
  `${shareId}:${coarseNetwork(ipAddress)}`;

export interface Refund {
  key: string;
  count: number;
}

/** Counters by `throttleKey`, shared by all replicas. */
export interface Throttle {
  /**
   * Takes one attempt from the window's allowance before the password is compared, so that concurrent attempts cannot
   * exceed it. False if none is left.
   */
  spend(key: string): Promise<boolean>;
  /** Returns attempts with the correct password, in one command. */
  refund(attempts: readonly Refund[]): Promise<void>;
  /** Takes the slot of the current `paceSeconds`; false if it is taken. */
  takeSlot(key: string): Promise<boolean>;
  /** True once per window: a flood of attempts must not fill the owner's audit log. */
  isFirstOverAllowance(key: string): Promise<boolean>;
  removeExpired(now: Date): Promise<void>;
  createIndexes(): Promise<void>;
}

const tableName = 'throttle';

const consume = async (limiter: RateLimiterMongo, key: string): Promise<boolean> => {
  try {
    await limiter.consume(key);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return false;
  }
};

/** Fixed windows, counted in a collection shared by all replicas. */
export const createThrottle = (connection: Connection, limits: ThrottleLimits): Throttle => {
  const limiter = (keyPrefix: string, points: number, duration: number, more: object = {}) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName,
      keyPrefix,
      points,
      duration,
      // A sweep removes expired rows, because the test server has no TTL indexes.
      disableIndexesCreation: true,
      ...more,
    });
  const allowance = limiter('share', limits.perShare, limits.windowSeconds);
  const slots = limiter('slot', 1, limits.paceSeconds);
  // Repeated refusals during a flood are decided in memory.
  const reports = limiter('over', 1, limits.windowSeconds, { inMemoryBlockOnConsumed: 2 });
  const rows = connection.collection(tableName);

  return {
    spend: async (key) => {
      const isTaken = await consume(allowance, key);
      if (!isTaken) await allowance.reward(key);
      return isTaken;
    },
    refund: async (attempts) => {
      const at = new Date();
      await rows.bulkWrite(
        attempts.map(({ key, count }) => ({
          updateOne: {
            filter: { key: allowance.getKey(key), expire: { $gt: at } },
            update: { $inc: { points: -count } },
          },
        })),
        { ordered: false },
      );
    },
    takeSlot: (key) => consume(slots, key),
    isFirstOverAllowance: (key) => consume(reports, key),
    removeExpired: async (now) => {
      await rows.deleteMany({ expire: { $lt: now } });
    },
    createIndexes: async () => {
      await rows.createIndexes([{ key: { key: 1 }, unique: true }, { key: { expire: 1 } }]);
    },
  };
};
