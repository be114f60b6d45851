export interface JoinRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Token buckets of joins, by network or by room and network; each is kept until it is full again. */
export const createJoinBuckets = ({ perSecond, burst }: JoinRate, nowMs: () => number) => {
  const buckets = new Map<string, { taken: number; atMs: number }>();
  const takenOf = (key: string): number => {
    const bucket = buckets.get(key);
    if (!bucket) return 0;
    return Math.max(0, bucket.taken - ((nowMs() - bucket.atMs) / 1_000) * perSecond);
  };
  return {
    hasToken: (key: string): boolean => takenOf(key) + 1 <= burst,
    take: (key: string): void => {
      buckets.set(key, { taken: takenOf(key) + 1, atMs: nowMs() });
    },
    sweep: (): void => {
      for (const key of buckets.keys()) if (takenOf(key) === 0) buckets.delete(key);
    },
  };
};

export type JoinBuckets = ReturnType<typeof createJoinBuckets>;
