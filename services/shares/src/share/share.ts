/**
 * State machine of a share, pure: from a share, an event and the time to the next state and the facts to publish, or a
 * refusal.
 *
 *   active            ── stop, wrong passwords, download limit ──▶ stopped
 *   stopped           ── restart ────────────────────────────────▶ active
 *   active, stopped   ── time ───────────────────────────────────▶ expired
 *   expired           ── delete ─────────────────────────────────▶ deleted
 *   stopped, expired  ── 30 days of inactivity ──────────────────▶ deleted
 *   any               ── remove, with the owner's account ───────▶ deleted
 */

import type { KeyedDigest, PreviousPassword, SealedPassword } from './password.js';
import {
  countWrongPassword,
  forgive,
  noWrongPasswords,
  type Guesses,
  type WrongPasswords,
} from './wrong-passwords.js';

export type StopReason = 'owner' | 'wrong-passwords' | 'download-limit';

/** `wrong` is absent in rows of earlier versions. */
export type ShareState =
  | { kind: 'active'; wrong?: WrongPasswords }
  | ({ kind: 'stopped'; reason: StopReason; since: Date } & Guesses)
  /** `since`: start of the inactivity, at the expiry or at an earlier stop. */
  | ({ kind: 'expired'; since: Date } & Guesses)
  /** Tombstone, removed once its last events are published. */
  | { kind: 'deleted'; since: Date };

/** The part of a share that the state machine depends on. */
export interface ShareLifecycle {
  state: ShareState;
  expiresAt: Date;
  /** Incremented with every restart and every other password; grants of earlier epochs are refused. */
  epoch: number;
  /** Deliveries since the creation or the last restart, as the sender's page reported them; absent in old rows. */
  deliveredCount?: number;
  /** The share stops after this many deliveries; 0: no limit. */
  maxDownloads?: number;
}

export interface Share extends ShareLifecycle {
  shareId: string;
  ownerUid: string;
  /** Shown to recipients. Absent from older shares, like the optional fields below. */
  ownerName?: string;
  /** The sender's page asks its user before the first byte to each recipient. */
  asksFirst?: boolean;
  /** For recipients, shown after the password. */
  note?: string;
  /** For the owner's own list. */
  label?: string;
  filename: string;
  fileSize: string;
  fileType: string;
  fileSizeBytes: number | null;
  password: SealedPassword;
  /** Kept for `previousPasswordMs` after the owner has changed the password. */
  previousPassword?: PreviousPassword;
  downloadCount: number;
  createdAt: Date;
  /** Of the request that created it, if that had an idempotency key; removed when the password is replaced. */
  requestDigest?: KeyedDigest;
  /** Incremented with every state change, for optimistic concurrency. */
  revision: number;
  /** The first epoch of the current password; absent while it is the first one. */
  passwordEpoch?: number;
}

export type ShareEvent =
  | { type: 'stop'; reason?: 'owner' | 'download-limit' }
  /** `latestExpiry`: maximum of the owner's current plan. */
  | { type: 'restart'; latestExpiry: Date }
  /** `limit` wrong passwords of several networks within `windowMs` stop the share; 0 disables it. */
  | { type: 'wrong-password'; network: string; limit: number; windowMs: number }
  | { type: 'expire' }
  | { type: 'delete' }
  /** Delete the share if it has been inactive for `afterMs`. */
  | { type: 'purge'; afterMs: number }
  /** The owner's account was deleted. */
  | { type: 'remove' };

export type ShareFact =
  | { type: 'stopped'; reason: StopReason | 'expired' }
  | { type: 'restarted' }
  /** A stopped share has expired: it has no room to close, but lists show it differently. */
  | { type: 'expired-stopped' }
  | { type: 'deleted' };

export type Refusal = 'share-not-found' | 'share-expired' | 'share-not-expired';

export type Outcome =
  | { kind: 'changed'; share: ShareLifecycle; facts: readonly ShareFact[] }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Refusal };

export const initialState: ShareState = { kind: 'active', wrong: noWrongPasswords };

const unchanged: Outcome = { kind: 'unchanged' };
const refused = (reason: Refusal): Outcome => ({ kind: 'refused', reason });

/** The effective state at `now`, independent of the expiry sweep. */
export const stateAt = ({ state, expiresAt }: ShareLifecycle, now: Date): ShareState => {
  if (expiresAt > now) return state;
  if (state.kind === 'active') return { kind: 'expired', since: expiresAt, ...state.wrong };
  if (state.kind === 'stopped') {
    const { kind: _kind, reason: _reason, ...kept } = state;
    return { ...kept, kind: 'expired' };
  }
  return state;
};

/** Wrong passwords have stopped it, or were counted at the closed share up to the same limit. */
export const isGuessed = (state: ShareState): boolean =>
  (state.kind === 'stopped' || state.kind === 'expired') && state.networks !== undefined;

/** The share has been delivered as often as its owner allows. */
export const isUsedUp = ({ maxDownloads = 0, deliveredCount = 0 }: ShareLifecycle): boolean =>
  maxDownloads > 0 && deliveredCount >= maxDownloads;

export const isActive = (share: ShareLifecycle, now: Date): boolean =>
  stateAt(share, now).kind === 'active';

const stop = (
  share: ShareLifecycle,
  current: ShareState,
  reason: StopReason,
  now: Date,
): Outcome => {
  if (current.kind === 'expired') return refused('share-expired');
  if (current.kind !== 'active') return unchanged;
  // The owner has raised the limit, or restarted the share, since it was reached.
  if (reason === 'download-limit' && !isUsedUp(share)) return unchanged;
  return {
    kind: 'changed',
    share: { ...share, state: { kind: 'stopped', reason, since: now, ...current.wrong } },
    facts: [{ type: 'stopped', reason }],
  };
};

const restart = (share: ShareLifecycle, current: ShareState, latestExpiry: Date): Outcome => {
  if (current.kind === 'expired') return refused('share-expired');
  if (current.kind !== 'stopped') return unchanged;
  const expiresAt = share.expiresAt < latestExpiry ? share.expiresAt : latestExpiry;
  const wrong = forgive(current.forgiven ?? [], current.networks ?? []);
  return {
    kind: 'changed',
    share: {
      state: { kind: 'active', wrong },
      expiresAt,
      epoch: share.epoch + 1,
      deliveredCount: 0,
    },
    facts: [{ type: 'restarted' }],
  };
};

const markDeleted = (share: ShareLifecycle, now: Date): Outcome => ({
  kind: 'changed',
  share: { ...share, state: { kind: 'deleted', since: now } },
  facts: [{ type: 'deleted' }],
});

const expire = (share: ShareLifecycle, current: ShareState): Outcome => {
  if (current.kind !== 'expired' || share.state.kind === 'expired') return unchanged;
  const wasOpen = share.state.kind === 'active';
  return {
    kind: 'changed',
    share: { ...share, state: current },
    facts: [wasOpen ? { type: 'stopped', reason: 'expired' } : { type: 'expired-stopped' }],
  };
};

const wrongPassword = (
  share: ShareLifecycle,
  current: Exclude<ShareState, { kind: 'deleted' }>,
  { network, ...limits }: Extract<ShareEvent, { type: 'wrong-password' }>,
  now: Date,
): Outcome => {
  // Its password is no longer compared.
  if (isGuessed(current)) return unchanged;
  const known = current.kind === 'active' ? (current.wrong ?? noWrongPasswords) : current;
  const counted = countWrongPassword(known, { network, at: now }, limits);
  if (counted === null) return unchanged;
  if (current.kind !== 'active') {
    const expiry = expire(share, current);
    const facts = expiry.kind === 'changed' ? expiry.facts : [];
    return { kind: 'changed', share: { ...share, state: { ...current, ...counted } }, facts };
  }
  if (counted.networks === undefined) {
    const state: ShareState = { kind: 'active', wrong: counted };
    return { kind: 'changed', share: { ...share, state }, facts: [] };
  }
  const reason = 'wrong-passwords';
  const state: ShareState = { kind: 'stopped', reason, since: now, ...counted };
  return { kind: 'changed', share: { ...share, state }, facts: [{ type: 'stopped', reason }] };
};

const inactiveSince = (state: ShareState): Date | null =>
  state.kind === 'active' ? null : state.since;

export const next = (share: ShareLifecycle, event: ShareEvent, now: Date): Outcome => {
  const current = stateAt(share, now);
  if (current.kind === 'deleted') return refused('share-not-found');
  switch (event.type) {
    case 'stop':
      return stop(share, current, event.reason ?? 'owner', now);
    case 'restart':
      return restart(share, current, event.latestExpiry);
    case 'wrong-password':
      return wrongPassword(share, current, event, now);
    case 'expire':
      return expire(share, current);
    case 'delete':
      return current.kind === 'expired' ? markDeleted(share, now) : refused('share-not-expired');
    case 'purge': {
      const since = inactiveSince(current);
      const isDue = since !== null && now.getTime() - since.getTime() >= event.afterMs;
      return isDue ? markDeleted(share, now) : unchanged;
    }
    case 'remove':
      return markDeleted(share, now);
  }
};
