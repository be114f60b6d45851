import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError, networkKey } from '@tandem/kit';

/**
 * Requests per minute and gateway process, per user if signed in and per network otherwise. They protect the gateway;
 * password guessing is throttled by shares, across replicas.
 */
const perMinute = {
  read: 600,
  write: 300,
  guess: 120,
  session: 60,
  report: 120,
  /** A faulty page reports many violations per load. */
  violations: 60,
  pay: 30,
  heavy: 30,
} as const;

/** Before authentication; above the needs of a large office behind one address. */
const perMinuteAndNetwork = 6_000;

export type LimitName = keyof typeof perMinute;

export interface RateLimits {
  /** Rejects with `resource-exhausted` / `too-many-requests`. */
  consume(name: LimitName, uid: string | undefined, ip: string | undefined): Promise<void>;
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

/** `scale` multiplies every limit; 0 disables them. */
export const createRateLimits = (scale: number): RateLimits => {
  if (scale === 0) {
    return { consume: () => Promise.resolve(), consumeNetwork: () => Promise.resolve() };
  }
  const limiter = (name: string, points: number) =>
    new RateLimiterMemory({
      keyPrefix: name,
      points: Math.max(1, Math.round(points * scale)),
      duration: 60,
    });
  const limiters = Object.fromEntries(
    Object.entries(perMinute).map(([name, points]) => [name, limiter(name, points)]),
  ) as Record<LimitName, RateLimiterMemory>;
  const network = limiter('network', perMinuteAndNetwork);
  const take = async (from: RateLimiterMemory, key: string) => {
    try {
      await from.consume(key);
    } catch (cause) {
      throw tooMany(cause);
    }
  };
  return {
    consume: (name, uid, ip) => take(limiters[name], uid ? `u:${uid}` : `n:${networkKey(ip)}`),
    consumeNetwork: (ip) => take(network, networkKey(ip)),
  };
};
