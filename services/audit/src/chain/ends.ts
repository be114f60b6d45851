import type { ChainPoint } from './chain.js';

/**
 * Last entries of chains, as this process wrote them, so that an append need not read them. One that another replica has
 * since followed is found by the unique position, which refuses the next entry.
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
      // The latest last: the first is forgotten when there are too many.
      known.delete(ownerUid);
      known.set(ownerUid, { seq, hash });
      const [first] = known.keys();
      if (known.size > limit && first !== undefined) known.delete(first);
    },
    forget: (ownerUid) => void known.delete(ownerUid),
  };
};
