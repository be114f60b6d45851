import { ServiceError, networkKey } from '@tandem/kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface Limit {
  points: number;
  seconds: number;
}

const perMinute = (points: number): Limit => ({ points, seconds: 60 });

/**
 * Requests per gateway process, per user if signed in and per address otherwise. They protect the gateway; password
 * guessing is slowed by shares, across replicas.
 */
const limitsByName = {
  read: perMinute(600),
  write: perMinute(300),
  /** Short, so a neighbour behind the same address who uses it up locks a recipient out for a second at most. */
  guess: { points: 10, seconds: 1 },
  /** Short for the same reason: no one else behind the address can sign in until the window ends. */
  session: { points: 10, seconds: 1 },
  /** Separate from `session`, so that a flood of sign-ins does not prevent signing out. */
  signOut: { points: 10, seconds: 1 },
  report: perMinute(120),
  /** A faulty page reports many violations per load. */
  violations: perMinute(60),
  pay: perMinute(30),
  heavy: perMinute(30),
} as const satisfies Record<string, Limit>;

/**
 * Applied before authentication, per address. High enough for a large office; short, so a flood locks neighbours out for
 * 5 s at most.
 */
const ofAddress: Limit = { points: 500, seconds: 5 };

export type LimitName = keyof typeof limitsByName;

export interface RateLimits {
  /**
   * Rejects with `resource-exhausted` / `too-many-requests`. Requests with another `scope`, such as a share, are counted
   * separately.
   */
  consume(
    name: LimitName,
    uid: string | undefined,
    ip: string | undefined,
    scope?: string,
  ): Promise<void>;
  consumeNetwork(ip: string | undefined): Promise<void>;
}

const tooMany = (cause: unknown): unknown => {
  if (!(cause instanceof RateLimiterRes)) return cause;
  return new ServiceError(
    'resource-exhausted',
    'too-many-requests',
    'Too many requests. Please wait a moment.',
    { retryAfterSeconds: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) },
  );
};

/** Longer than any valid ID. */
const maxScopeLength = 64;

/** `scale` multiplies every limit; 0 disables them. */
export const createRateLimits = (scale: number): RateLimits => {
  if (scale === 0) {
    return { consume: () => Promise.resolve(), consumeNetwork: () => Promise.resolve() };
  }
  const limiter = (name: string, { points, seconds }: Limit) =>
    new RateLimiterMemory({
      keyPrefix: name,
      points: Math.max(1, Math.round(points * scale)),
      duration: seconds,
    });
  const limiters = Object.fromEntries(
    Object.entries(limitsByName).map(([name, limit]) => [name, limiter(name, limit)]),
  ) as Record<LimitName, RateLimiterMemory>;
  const network = limiter('network', ofAddress);
  const take = async (from: RateLimiterMemory, key: string) => {
    try {
      await from.consume(key);
    } catch (cause) {
      throw tooMany(cause);
    }
  };
  return {
    consume: (name, uid, ip, scope = '') => {
      const caller = uid ? `u:${uid}` : `n:${networkKey(ip)}`;
      return take(limiters[name], `${caller} ${scope.slice(0, maxScopeLength)}`);
    },
    consumeNetwork: (ip) => take(network, networkKey(ip)),
  };
};
