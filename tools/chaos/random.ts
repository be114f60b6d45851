/** Numbers of a seed, so that a run can be repeated (mulberry32). Not for secrets. */
export interface Random {
  /** 0 ≤ n < 1. */
  next(): number;
  /** An integer, 0 ≤ n < `limit`. */
  below(limit: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    oneOf: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to choose from');
      return item;
    },
  };
};
