/**
 * Shares that were stopped, restarted or deleted recently. Grants are valid for ten minutes and verified without a call,
 * so a grant issued before the stop is refused by this list, also after a restart. An event may arrive again after later
 * ones, when two relays have published it: a later stop, and a later epoch, stay in force.
 */
export interface RevokedShares {
  /** The share was stopped or deleted. */
  add(shareId: string, revokedAtMs: number): void;
  /** The share was restarted, or has another password. */
  restart(shareId: string, epochs: ShareEpochs, nowMs: number): void;
  /** Refuses earlier epochs; a stop stays in force. */
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

const noRevocation: Revocation = {
  atMs: -Infinity,
  revokedUntilMs: -Infinity,
  minimum: { epoch: 0, passwordEpoch: 0 },
};

/** Lifetime of a grant, and a margin for clock skew. */
const ttlMs = 11 * 60 * 1000;

export const createRevokedShares = (): RevokedShares => {
  const revoked = new Map<string, Revocation>();
  const set = (shareId: string, revocation: Revocation) => {
    // Reinsert, so that the map stays ordered by time for `sweep`.
    revoked.delete(shareId);
    revoked.set(shareId, revocation);
  };
  const known = (shareId: string) => revoked.get(shareId) ?? noRevocation;
  return {
    add: (shareId, revokedAtMs) => {
      const { atMs, revokedUntilMs, minimum } = known(shareId);
      set(shareId, {
        atMs: Math.max(atMs, revokedAtMs),
        revokedUntilMs: Math.max(revokedUntilMs, revokedAtMs),
        minimum,
      });
    },
    restart: (shareId, epochs, nowMs) => {
      if (epochs.epoch <= known(shareId).minimum.epoch) return;
      set(shareId, { atMs: nowMs, revokedUntilMs: -Infinity, minimum: epochs });
    },
    requireEpoch: (shareId, epochs, nowMs) => {
      const { revokedUntilMs, minimum } = known(shareId);
      if (epochs.epoch <= minimum.epoch) return;
      set(shareId, { atMs: nowMs, revokedUntilMs, minimum: epochs });
    },
    revocationOf: (shareId, { assertedAtMs, shareEpoch }) => {
      const { revokedUntilMs, minimum } = known(shareId);
      if (assertedAtMs <= revokedUntilMs) return 'ended';
      return shareEpoch < minimum.epoch ? reasonOf(shareEpoch, minimum) : null;
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
