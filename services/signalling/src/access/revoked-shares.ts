/**
 * Shares that were stopped or deleted a short while ago. A grant lives ten minutes and is checked without asking
 * anybody, so one from before the stop must be refused from this memory.
 */
export interface EndedShares {
  add(shareId: string, endedAtMs: number): void;
  /** The share was started again. */
  remove(shareId: string): void;
  /** Whether what was true at `assertedAtMs` has been revoked since. */
  isRevoked(shareId: string, assertedAtMs: number): boolean;
  /** Drop what no grant can outlive. */
  sweep(nowMs: number): void;
  readonly size: number;
}

/** Longest life of a grant, and some for clocks that differ. */
const rememberMs = 11 * 60 * 1000;

export const createEndedShares = (): EndedShares => {
  const ended = new Map<string, number>();
  return {
    add: (shareId, endedAtMs) => {
      // Re-inserted, so that the oldest stay in front for `sweep`.
      ended.delete(shareId);
      ended.set(shareId, endedAtMs);
    },
    remove: (shareId) => {
      ended.delete(shareId);
    },
    isRevoked: (shareId, assertedAtMs) => assertedAtMs <= (ended.get(shareId) ?? -Infinity),
    sweep: (nowMs) => {
      for (const [shareId, endedAtMs] of ended) {
        if (nowMs - endedAtMs < rememberMs) return;
        ended.delete(shareId);
      }
    },
    get size() {
      return ended.size;
    },
  };
};
