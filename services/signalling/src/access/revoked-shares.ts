/**
 * Shares that were stopped, restarted or deleted recently. Grants are valid for ten minutes and verified without a call,
 * so a grant issued before the stop is refused by this list, also after a restart.
 */
export interface RevokedShares {
  /** The share was stopped or deleted. */
  add(shareId: string, revokedAtMs: number): void;
  /** The share was restarted with a new epoch. */
  restart(shareId: string, epoch: number, nowMs: number): void;
  /** Refuses earlier epochs; a later stop stays in force. */
  requireEpoch(shareId: string, epoch: number, nowMs: number): void;
  /** Whether access of the epoch, asserted at `assertedAtMs`, was revoked since. */
  isRevoked(shareId: string, access: { assertedAtMs: number; shareEpoch: number }): boolean;
  /** Drops entries that no grant outlives. */
  sweep(nowMs: number): void;
  readonly size: number;
}

interface Revocation {
  atMs: number;
  /** Access asserted until then is revoked. */
  revokedUntilMs: number;
  minimumEpoch: number;
}

/** Lifetime of a grant, and a margin for clock skew. */
const ttlMs = 11 * 60 * 1000;

export const createRevokedShares = (): RevokedShares => {
  const revoked = new Map<string, Revocation>();
  const set = (shareId: string, revocation: Revocation) => {
    // Reinsert, so that the map stays ordered by time for `sweep`.
    revoked.delete(shareId);
    revoked.set(shareId, revocation);
  };
  const minimumEpochOf = (shareId: string) => revoked.get(shareId)?.minimumEpoch ?? 0;
  return {
    add: (shareId, revokedAtMs) =>
      set(shareId, {
        atMs: revokedAtMs,
        revokedUntilMs: revokedAtMs,
        minimumEpoch: minimumEpochOf(shareId),
      }),
    restart: (shareId, epoch, nowMs) =>
      set(shareId, {
        atMs: nowMs,
        revokedUntilMs: -Infinity,
        minimumEpoch: Math.max(epoch, minimumEpochOf(shareId)),
      }),
    requireEpoch: (shareId, epoch, nowMs) => {
      if (epoch <= minimumEpochOf(shareId)) return;
      const revokedUntilMs = revoked.get(shareId)?.revokedUntilMs ?? -Infinity;
      set(shareId, { atMs: nowMs, revokedUntilMs, minimumEpoch: epoch });
    },
    isRevoked: (shareId, { assertedAtMs, shareEpoch }) => {
      const known = revoked.get(shareId);
      if (!known) return false;
      return assertedAtMs <= known.revokedUntilMs || shareEpoch < known.minimumEpoch;
    },
    sweep: (nowMs) => {
      for (const [shareId, { atMs }] of revoked) {
        if (nowMs - atMs < ttlMs) return;
        revoked.delete(shareId);
      }
    },
    get size() {
      return revoked.size;
    },
  };
};
