import { LRUCache } from 'lru-cache';
import type { Logger } from '@tandem/kit';
import type { Account, Provider } from '../provider.js';

/** Undefined: not known, for example during an outage of the provider. Null: there is no such account. */
export type KnownAccount = Account | null | undefined;

/** The sign-in of a session is refused by the provider: a disabled or deleted account, or a password since then. */
export const isRefused = (account: KnownAccount, signedInAt: Date): boolean => {
  if (account === undefined) return false;
  if (account === null || account.isDisabled) return true;
  return account.validAfter !== undefined && signedInAt < account.validAfter;
};

const knownMs = 40_000;
const maxAccounts = 20_000;
/** Accounts that the provider takes in one lookup. */
const maxIds = 100;

/** Accounts as the provider had them within the last `knownMs`. An outage of the provider changes no answer. */
export const createKnownAccounts = (options: {
  provider: Pick<Provider, 'findAccounts'>;
  logger: Logger;
  now: () => Date;
}) => {
  const { provider, logger, now } = options;
  const known = new LRUCache<string, { account: KnownAccount }>({
    ...{ max: maxAccounts, ttl: knownMs, ttlResolution: 0 },
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

    /** Looks up those that are not known. Never rejects. */
    lookUp: async (uids: Iterable<string>): Promise<void> => {
      const missing = [...new Set(uids)].filter((uid) => !known.has(uid));
      // Also until the answer: a failed lookup is repeated after `knownMs`.
      for (const uid of missing) known.set(uid, { account: undefined });
      const lookups: Promise<void>[] = [];
      while (missing.length > 0) lookups.push(lookUp(missing.splice(0, maxIds)));
      await Promise.all(lookups);
    },
  };
};
