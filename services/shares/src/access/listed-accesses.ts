import { coarseNetwork, dropOldest, hourMs } from '@tandem/kit';

/** Counts an access, and returns whether it becomes an entry of the owner's audit log. */
export type ShouldLogAccess = (shareId: string, ipAddress: string) => boolean;

/** Per network and share; more recipients than usually share one address. */
const listedPerHour = 100;
const maxKeys = 50_000;

/**
 * Logs only the first accesses of a network to a share in each hour, so that a recipient with the password cannot fill
 * the owner's log. Each process counts for itself, which saves a database command per access.
 */
export const createListedAccesses = (now: () => Date): ShouldLogAccess => {
  const counts = new Map<string, number>();
  let hour = 0;
  return (shareId, ipAddress) => {
    const current = Math.floor(now().getTime() / hourMs);
    if (current !== hour) counts.clear();
    hour = current;
    const key = `${shareId} ${coarseNetwork(ipAddress)}`;
    const count = counts.get(key) ?? 0;
    if (count >= listedPerHour) return false;
    counts.set(key, count + 1);
    dropOldest(counts, maxKeys);
    return true;
  };
};
