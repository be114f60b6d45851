/**
 * Shares that were stopped, restarted or deleted recently. Grants are valid for ten minutes and verified without a call,
 * so a grant issued before the stop is refused by this list, also after a restart.
 */
export interface RevokedShares {
  /** The share was stopped or deleted. */
  add(shareId: string, revokedAtMs: number): void;
  /** The share was restarted, or has another password. */
  restart(shareId: string, epochs: ShareEpochs, nowMs: number): void;
  /** Refuses earlier epochs; a later stop stays in force. */
  requireEpoch(shareId: string, epochs: ShareEpochs, nowMs: number): void;
  /** Why access of the epoch, asserted at `assertedAtMs`, was revoked since; null for valid access. */
  revocationOf(
    shareId: string,
    access: { assertedAtMs: number; shareEpoch: number },
  ): RevocationReason | null;
  /** Drops entries that no grant outlives. */
  sweep(nowMs: number): void;
  readonly size: number;
}

/** `passwordEpoch`: the first epoch of the current password. */
export interface ShareEpochs {
  epoch: number;
  passwordEpoch: number;
}

export type RevocationReason = 'ended' | 'password-changed';

interface Revocation {
  atMs: number;
  /** Access asserted until then is revoked. */
  revokedUntilMs: number;
  minimum: ShareEpochs;
}

/** Why members and grants of an earlier epoch are refused. */
export const reasonOf = (shareEpoch: number, { passwordEpoch }: ShareEpochs): RevocationReason =>
  shareEpoch < passwordEpoch ? 'password-changed' : 'ended';

const noEpochs: ShareEpochs = { epoch: 0, passwordEpoch: 0 };

const laterOf = (one: ShareEpochs, other: ShareEpochs): ShareEpochs => ({
  epoch: Math.max(one.epoch, other.epoch),
  passwordEpoch: Math.max(one.passwordEpoch, other.passwordEpoch),
});

/** Lifetime of a grant, and a margin for clock skew. */
const ttlMs = 11 * 60 * 1000;

export const createRevokedShares = (): RevokedShares => {
  const revoked = new Map<string, Revocation>();
  const set = (shareId: string, revocation: Revocation) => {
    // Reinsert, so that the map stays ordered by time for `sweep`.
    revoked.delete(shareId);
    revoked.set(shareId, revocation);
  };
  const minimumOf = (shareId: string) => revoked.get(shareId)?.minimum ?? noEpochs;
  return {
    add: (shareId, revokedAtMs) =>
      set(shareId, {
        atMs: revokedAtMs,
        revokedUntilMs: revokedAtMs,
        minimum: minimumOf(shareId),
      }),
    restart: (shareId, epochs, nowMs) =>
      set(shareId, {
        atMs: nowMs,
        revokedUntilMs: -Infinity,
        minimum: laterOf(epochs, minimumOf(shareId)),
      }),
    requireEpoch: (shareId, epochs, nowMs) => {
      if (epochs.epoch <= minimumOf(shareId).epoch) return;
      const revokedUntilMs = revoked.get(shareId)?.revokedUntilMs ?? -Infinity;
      set(shareId, { atMs: nowMs, revokedUntilMs, minimum: epochs });
    },
    revocationOf: (shareId, { assertedAtMs, shareEpoch }) => {
      const known = revoked.get(shareId);
      if (!known) return null;
      if (assertedAtMs <= known.revokedUntilMs) return 'ended';
      return shareEpoch < known.minimum.epoch ? reasonOf(shareEpoch, known.minimum) : null;
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
