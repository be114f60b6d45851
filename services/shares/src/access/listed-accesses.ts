import { coarseNetwork, dropOldest, hourMs } from '@tandem/kit';

/** Whether an access becomes an entry of the owner's audit log; counts it. */
export type ShouldLogAccess = (shareId: string, ipAddress: string) => boolean;

/** More than the recipients behind one address who usually open a share in an hour. */
const listedPerHour = 100;
const maxKeys = 50_000;

/**
 * The first accesses of a network at a share in each hour: a recipient with the password must not fill the owner's log.
 * Counted by each process, so that an access costs no further command of the database.
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
