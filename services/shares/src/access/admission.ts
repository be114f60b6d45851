import { networkKey, ServiceError } from '@tandem/kit';
import type { SharesContext } from '../context.js';
import { transition } from '../share/lifecycle.js';
import { stateAt } from '../share/share.js';
import type { Share } from '../share/share.store.js';
import { accessDenied, type DenialReason, type Origin } from '../shares.events.js';
import type { Verdict } from './throttle.store.js';

/**
 * Who may open a share. One door for every call that takes a password:
 *
 *   spend a guess, look the share up, compare (always, also with nothing) ──▶ admitted: guess given back
 *        │                                                            └────▶ denied: one write, one answer
 *        └─ too many guesses ──▶ throttled
 *
 * An unknown share, a wrong password, a stopped and an expired link get the same answer after the same
 * work, so that neither the text nor the clock tells a guesser which it was.
 */
export interface AdmissionRequest {
  shareId: string;
  password: string;
  /** Verified uid, empty for a visitor. */
  callerUid: string;
  origin: Origin;
}

export interface Admission {
  share: Share;
  isOwner: boolean;
  /** The owner came without a password. */
  bySession: boolean;
}

export const accessRefused = (): ServiceError =>
  new ServiceError('permission-denied', 'access-denied', 'Invalid password or expired link.');

const tooManyAttempts = (retryAfterSeconds: number): ServiceError =>
  new ServiceError(
    'resource-exhausted',
    'too-many-attempts',
    'Too many attempts. Please try again later.',
    { retryAfterSeconds },
  );

/** Null when the share is open, or has been closed for less than `graceMs`; else what to record. */
const closedReason = (share: Share, now: Date, graceMs: number): DenialReason | null => {
  const state = stateAt(share, now);
  if (state.kind === 'active') return null;
  if (state.kind === 'deleted') return 'expired';
  return now.getTime() - state.since.getTime() < graceMs ? null : state.kind;
};

const refuseThrottled = async (
  context: SharesContext,
  share: Share | null,
  origin: Origin,
  verdict: Extract<Verdict, { isAllowed: false }>,
): Promise<never> => {
  // One record per window: an audit log must not grow with every packet of a flood.
  if (share && verdict.isFirst) {
    await context.shares.addEvents(share.shareId, [
      accessDenied(share, origin, 'throttled', context.now()),
    ]);
    context.publishSoon();
  }
  throw tooManyAttempts(verdict.retryAfterSeconds);
};

/** What an event for nobody's share looks like, to be as expensive as a real one. */
const nobody = (shareId: string): Share => ({
  shareId,
  ownerUid: '0'.repeat(28),
  filename: '0'.repeat(24),
  fileSize: '0.00 MB',
  fileType: '',
  fileSizeBytes: null,
  password: { kid: '', box: '', verifier: '' },
  downloadCount: 0,
  createdAt: new Date(0),
  expiresAt: new Date(0),
  state: { kind: 'deleted', since: new Date(0) },
  revision: 0,
});

const deny = async (
  context: SharesContext,
  request: AdmissionRequest,
  share: Share | null,
  reason: DenialReason,
): Promise<never> => {
  const { origin } = request;
  if (!share) {
    const now = context.now();
    await context.decoy.write([accessDenied(nobody(request.shareId), origin, reason, now)]);
    throw accessRefused();
  }
  // A closed link cannot be guessed at, and the owner's own slip does not count towards closing one.
  const isGuess = reason === 'wrong-password' && request.callerUid !== share.ownerUid;
  if (isGuess) {
    await transition(
      context,
      share.shareId,
      { type: 'wrong-password', ...context.wrongPasswords },
      (current, now) => [accessDenied(current, origin, reason, now)],
      share,
    );
  } else {
    const denied = accessDenied(share, origin, reason, context.now());
    await context.shares.addEvents(share.shareId, [denied]);
    context.publishSoon();
  }
  throw accessRefused();
};

/**
 * Rejects with `permission-denied/access-denied` or `resource-exhausted/too-many-attempts`.
 * The owner needs no password; one that is given must be right all the same.
 */
export const admit = async (
  context: SharesContext,
  request: AdmissionRequest,
  options: { graceMs: number } = { graceMs: 0 },
): Promise<Admission> => {
  const { shareId, password, callerUid, origin } = request;
  const network = networkKey(origin.ipAddress, 24);
  const [verdict, share] = await Promise.all([
    context.throttle.spend(shareId, network),
    context.shares.find(shareId),
  ]);
  const isMatch = context.vault.matches(shareId, share?.password, password);
  const isOwner = share !== null && callerUid !== '' && share.ownerUid === callerUid;
  const bySession = isOwner && password === '';
  if (!verdict.isAllowed && !bySession) return refuseThrottled(context, share, origin, verdict);

  const closed = share && closedReason(share, context.now(), options.graceMs);
  const reason = closed ?? (isMatch || bySession ? null : 'wrong-password');
  if (!share || reason) return deny(context, request, share, reason ?? 'wrong-password');

  await context.throttle.refund(shareId, network);
  return { share, isOwner, bySession };
};
