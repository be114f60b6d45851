import type { Logger } from '@tandem/kit';
import { LRUCache } from 'lru-cache';
import type { Account, Provider } from '../provider.js';

/** Undefined: unknown, for example during an outage of the provider. Null: the account does not exist. */
export type KnownAccount = Account | null | undefined;

/** The provider refuses the sign-in: its account is disabled or deleted, or its password has changed since. */
export const isRefused = (account: KnownAccount, signedInAt: Date): boolean => {
  if (account === undefined) return false;
  if (account === null || account.isDisabled) return true;
  return account.validAfter !== undefined && signedInAt < account.validAfter;
};

const knownMs = 40_000;
const maxAccounts = 20_000;
/** Accounts that the provider takes in one lookup. */
const maxIds = 100;

/** Caches the provider's accounts for `knownMs`. During an outage accounts become unknown, which ends no session. */
export const createKnownAccounts = (options: {
  provider: Pick<Provider, 'findAccounts'>;
  logger: Logger;
  now: () => Date;
}) => {
  const { provider, logger, now } = options;
  const known = new LRUCache<string, { account: KnownAccount }>({
    max: maxAccounts,
    ttl: knownMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });

  const lookUp = async (uids: readonly string[]): Promise<void> => {
    try {
      const accounts = await provider.findAccounts(uids);
      for (const uid of uids) known.set(uid, { account: accounts.get(uid) ?? null });
    } catch (error) {
      logger.warn({ err: error }, 'accounts could not be looked up');
    }
  };

  return {
    get: (uid: string): KnownAccount => known.get(uid)?.account,

    /** Looks up the accounts that are not cached. Never rejects. */
    lookUp: async (uids: Iterable<string>): Promise<void> => {
      const missing = [...new Set(uids)].filter((uid) => !known.has(uid));
      // Set before the lookup, so that concurrent calls do not repeat it; a failed one is repeated after `knownMs`.
      for (const uid of missing) known.set(uid, { account: undefined });
      const lookups: Promise<void>[] = [];
      while (missing.length > 0) lookups.push(lookUp(missing.splice(0, maxIds)));
      await Promise.all(lookups);
    },
  };
};
