import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export interface ThrottleLimits {
  /** Attempts per window of one network, on one share and on all shares. */
  perShare: number;
  perNetwork: number;
  windowSeconds: number;
}

export type Verdict =
  | { isAllowed: true }
  /** `isFirst`: the first attempt over the limit in this window; only this one is recorded. */
  | { isAllowed: false; isFirst: boolean; retryAfterSeconds: number };

export interface Throttle {
  /**
   * Every attempt spends a point before the password is compared, so that concurrent attempts cannot exceed the
   * limit. A correct password refunds it.
   */
  spend(shareId: string, network: string): Promise<Verdict>;
  refund(shareId: string, network: string): Promise<void>;
  removeExpired(now: Date): Promise<void>;
  createIndexes(): Promise<void>;
}

const tableName = 'throttle';

const consume = async (limiter: RateLimiterMongo, key: string): Promise<Verdict> => {
  try {
    await limiter.consume(key);
    return { isAllowed: true };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return {
      isAllowed: false,
      isFirst: refusal.consumedPoints === limiter.points + 1,
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    };
  }
};

/** Fixed windows, counted in a collection shared by all replicas. */
export const createThrottle = (connection: Connection, limits: ThrottleLimits): Throttle => {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName,
      keyPrefix,
      points,
      duration: limits.windowSeconds,
      // A sweep removes expired rows, because the test server has no TTL indexes.
      disableIndexesCreation: true,
    });
  const perShare = limiter('share', limits.perShare);
  const perNetwork = limiter('network', limits.perNetwork);
  const rows = connection.collection(tableName);

  return {
    spend: async (shareId, network) => {
      const [share, everywhere] = await Promise.all([
        consume(perShare, `${shareId}:${network}`),
        consume(perNetwork, network),
      ]);
      return share.isAllowed ? everywhere : share;
    },
    refund: async (shareId, network) => {
      await Promise.all([perShare.reward(`${shareId}:${network}`), perNetwork.reward(network)]);
    },
    removeExpired: async (now) => {
      await rows.deleteMany({ expire: { $lt: now } });
    },
    createIndexes: async () => {
      await rows.createIndexes([{ key: { key: 1 }, unique: true }, { key: { expire: 1 } }]);
    },
  };
};
