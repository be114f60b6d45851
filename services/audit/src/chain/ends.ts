import { dropOldest } from '@tandem/kit';
import type { ChainPoint } from './chain.js';

/**
 * Caches the last entry of each chain that this process has written, so that an append need not read it. If another
 * replica has appended since, the unique position refuses the next entry.
 */
export interface ChainEnds {
  get(ownerUid: string): ChainPoint | undefined;
  set(ownerUid: string, point: ChainPoint): void;
  forget(ownerUid: string): void;
}

const maxKnown = 10_000;

export const createChainEnds = (limit = maxKnown): ChainEnds => {
  const known = new Map<string, ChainPoint>();
  return {
    get: (ownerUid) => known.get(ownerUid),
    set: (ownerUid, { seq, hash }) => {
      // Deleted and set again, so that the map is ordered by the last append.
      known.delete(ownerUid);
      known.set(ownerUid, { seq, hash });
      dropOldest(known, limit);
    },
    forget: (ownerUid) => void known.delete(ownerUid),
  };
};
