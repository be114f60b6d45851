import { isFull, type Bucket, type Rate } from './connection.js';

/**
 * Message buckets of senders that have left, by share, until they are full again. The burst of a sender grows with its
 * receivers, so a new socket must not start with a fresh one. Receivers do start with a full bucket on each socket: their
 * burst is that of one counterpart.
 */
export const createSenderBuckets = (rate: Rate) => {
  const buckets = new Map<string, Bucket>();
  return {
    keep: (shareId: string, bucket: Bucket, nowMs: number): void => {
      if (!isFull(bucket, nowMs, rate)) buckets.set(shareId, bucket);
    },
    /** The bucket that the sender left behind, less what its new socket has taken; otherwise the bucket of the socket. */
    resume: (shareId: string, own: Bucket): Bucket => {
      const kept = buckets.get(shareId);
      if (!kept) return own;
      buckets.delete(shareId);
      kept.taken += own.taken;
      return kept;
    },
    sweep: (nowMs: number): void => {
      for (const [shareId, bucket] of buckets) {
        if (isFull(bucket, nowMs, rate)) buckets.delete(shareId);
      }
    },
  };
};

export type SenderBuckets = ReturnType<typeof createSenderBuckets>;
