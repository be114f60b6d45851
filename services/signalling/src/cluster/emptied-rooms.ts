import { failureDetectorTimes } from './failure-detector.js';

const maxShares = 10_000;

/**
 * Shares whose last member on this pod has left. Announcements contain only rooms with local members, so without this
 * list a pod that missed the leave, because it was lost or the pod counted as failed, would keep the member. Entries are
 * kept as long as a failed pod may return; the oldest are dropped first.
 */
export const createEmptiedRooms = (nowMs: () => number) => {
  const emptiedAtMs = new Map<string, number>();
  const dropOld = () => {
    for (const [shareId, atMs] of emptiedAtMs) {
      const isOld = nowMs() - atMs >= failureDetectorTimes.failedTtlMs;
      if (!isOld && emptiedAtMs.size <= maxShares) return;
      emptiedAtMs.delete(shareId);
    }
  };
  return {
    add: (shareId: string): void => {
      // Reinsert, so that the map stays ordered by time.
      emptiedAtMs.delete(shareId);
      emptiedAtMs.set(shareId, nowMs());
      dropOld();
    },
    has: (shareId: string): boolean => {
      dropOld();
      return emptiedAtMs.has(shareId);
    },
    shareIds: (): string[] => {
      dropOld();
      return [...emptiedAtMs.keys()];
    },
  };
};

export type EmptiedRooms = ReturnType<typeof createEmptiedRooms>;
