import { createHash } from 'node:crypto';
import { dropOldest } from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type {
  Authentication,
  IdentityServiceDefinition,
} from '@tandem/proto/tandem/identity/v1/identity';

type Identity = GrpcClient<typeof IdentityServiceDefinition>;
type Request = Parameters<Identity['authenticate']>[0];

/** Bounds the memory; more active credentials than this cost a call each. */
const maxCached = 10_000;

const keyOf = ({ credential }: Request): string =>
  createHash('sha256')
    .update(`${credential?.$case ?? ''}:${credential?.value ?? ''}`)
    .digest('base64');

/** Methods after which an earlier result may be wrong. */
const endings = [
  'endSession',
  'endUserSession',
  'endOtherSessions',
  'endSessionsOf',
  'revokeSessions',
  'deleteUser',
] as const satisfies readonly (keyof Identity)[];

interface Cached {
  result: Promise<Authentication>;
  /** On the clock of `performance.now()`; infinite while the call runs. */
  freshUntil: number;
}

/**
 * Caches the results of `Authenticate` for as long as identity allows, so none is older than the ten seconds for which
 * identity caches them itself. Calls through this process that end sessions clear the cache. Refusals are not cached.
 */
export const cacheAuthentications = (
  identity: Identity,
  now: () => number = () => performance.now(),
): Identity => {
  let cached = new Map<string, Cached>();

  const ask = (key: string, request: Request): Promise<Authentication> => {
    // If a session ends during the call, `cached` is replaced: the result may predate that end.
    const all = cached;
    const askedAt = now();
    // Other requests may be waiting for the same result, so cancelling the first request does not cancel the call.
    const result = identity.authenticate(request, { signal: new AbortController().signal });
    const entry = { result, freshUntil: Number.POSITIVE_INFINITY };
    all.set(key, entry);
    dropOldest(all, maxCached);
    const forget = () => all.get(key) === entry && all.delete(key);
    result.then(({ freshForMs }) => {
      // Counted from the start of the call: identity measured the time at some point during it.
      entry.freshUntil = askedAt + freshForMs;
      if (freshForMs <= 0) forget();
    }, forget);
    return result;
  };

  const ending = (name: (typeof endings)[number]) => {
    const method = identity[name] as (...args: unknown[]) => Promise<unknown>;
    return async (...args: unknown[]) => {
      try {
        return await method(...args);
      } finally {
        // A failed call may have been executed.
        cached = new Map();
      }
    };
  };

  return {
    ...identity,
    ...(Object.fromEntries(endings.map((name) => [name, ending(name)])) as Pick<
      Identity,
      (typeof endings)[number]
    >),
    authenticate: (request: Request) => {
      const key = keyOf(request);
      const entry = cached.get(key);
      if (entry && entry.freshUntil > now()) return entry.result;
      cached.delete(key);
      return ask(key, request);
    },
  };
};
