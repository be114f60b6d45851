/**
 * Shares that were stopped or deleted recently. Grants are valid for ten minutes and verified without a call, so a
 * grant issued before the stop is refused by this list.
 */
export interface RevokedShares {
  add(shareId: string, revokedAtMs: number): void;
  /** The share was restarted. */
  remove(shareId: string): void;
  /** Whether access asserted at `assertedAtMs` was revoked since. */
  isRevoked(shareId: string, assertedAtMs: number): boolean;
  /** Drops entries that no grant outlives. */
  sweep(nowMs: number): void;
  readonly size: number;
}

/** Lifetime of a grant, and a margin for clock skew. */
const ttlMs = 11 * 60 * 1000;

export const createRevokedShares = (): RevokedShares => {
  const revoked = new Map<string, number>();
  return {
    add: (shareId, revokedAtMs) => {
      // Reinsert, so that the map stays ordered by time for `sweep`.
      revoked.delete(shareId);
      revoked.set(shareId, revokedAtMs);
    },
    remove: (shareId) => {
      revoked.delete(shareId);
    },
    isRevoked: (shareId, assertedAtMs) => assertedAtMs <= (revoked.get(shareId) ?? -Infinity),
    sweep: (nowMs) => {
      for (const [shareId, revokedAtMs] of revoked) {
        if (nowMs - revokedAtMs < ttlMs) return;
        revoked.delete(shareId);
      }
    },
    get size() {
      return revoked.size;
    },
  };
};
