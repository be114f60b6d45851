/**
 * Shares that were stopped, restarted or deleted recently. Grants are valid for ten minutes and verified without a call,
 * so this list refuses a grant issued before a stop, also after a restart. Two outbox relays may publish the same event,
 * so it may arrive again after later ones; it never undoes a later stop or a later epoch.
 */
export interface RevokedShares {
  /** The share was stopped or deleted. */
  add(shareId: string, end: ShareEnd): void;
  /** The share was restarted, or has another password. */
  restart(shareId: string, epochs: ShareEpochs, nowMs: number): void;
  /** Refuses earlier epochs; a stop stays in force. */
  requireEpoch(shareId: string, epochs: ShareEpochs, nowMs: number): void;
  /** Why access of this epoch, asserted at `assertedAtMs`, has been revoked; null for valid access. */
  revocationOf(
    shareId: string,
    access: { assertedAtMs: number; shareEpoch: number },
  ): RevocationReason | null;
  /** Drops entries that are older than any valid grant. */
  sweep(nowMs: number): void;
  readonly size: number;
}

export interface ShareEnd {
  atMs: number;
  /**
   * Ends the access of this epoch and earlier ones, whenever it was asserted: a grant may be signed after the stop for a
   * share that was read before it, or by a process whose clock is ahead. Infinity for a deleted share. Undefined in events
   * of earlier versions, which end what was asserted until `atMs`.
   */
  epoch: number | undefined;
  /** Epoch of a share that a re-check found inactive at `atMs`. Access of a later epoch stays valid. */
  foundEpoch?: number;
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
  /** Of the latest stop. */
  endedEpoch: number;
  minimum: ShareEpochs;
}

/** Why members and grants of an earlier epoch are refused. */
export const reasonOf = (shareEpoch: number, { passwordEpoch }: ShareEpochs): RevocationReason =>
  shareEpoch < passwordEpoch ? 'password-changed' : 'ended';

const noRevocation: Revocation = {
  atMs: -Infinity,
  revokedUntilMs: -Infinity,
  endedEpoch: -Infinity,
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
    add: (shareId, { atMs, epoch, foundEpoch = Infinity }) => {
      const before = known(shareId);
      if (foundEpoch < before.minimum.epoch) return;
      const untilMs = epoch === undefined ? atMs : -Infinity;
      set(shareId, {
        atMs: Math.max(before.atMs, atMs),
        revokedUntilMs: Math.max(before.revokedUntilMs, untilMs),
        endedEpoch: Math.max(before.endedEpoch, epoch ?? -Infinity),
        minimum: before.minimum,
      });
    },
    restart: (shareId, epochs, nowMs) => {
      const before = known(shareId);
      if (epochs.epoch <= before.minimum.epoch) return;
      set(shareId, { ...before, atMs: nowMs, revokedUntilMs: -Infinity, minimum: epochs });
    },
    requireEpoch: (shareId, epochs, nowMs) => {
      const before = known(shareId);
      if (epochs.epoch <= before.minimum.epoch) return;
      set(shareId, { ...before, atMs: nowMs, minimum: epochs });
    },
    revocationOf: (shareId, { assertedAtMs, shareEpoch }) => {
      const { revokedUntilMs, endedEpoch, minimum } = known(shareId);
      const hasRestarted = minimum.epoch > endedEpoch;
      if (assertedAtMs <= revokedUntilMs) return 'ended';
      if (!hasRestarted && shareEpoch <= endedEpoch) return 'ended';
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
