import { networkKey, ServiceError } from '@tandem/kit';
import type { SharesContext } from '../context.js';
import { transition } from '../share/lifecycle.js';
import { stateAt } from '../share/share.js';
import type { Share } from '../share/share.store.js';
import { accessDenied, type DenialReason, type ClientInfo } from '../share/share-events.js';
import type { Verdict } from './throttle.store.js';

/**
 * Access check of every call with a password:
 *
 *   spend an attempt, read the share, compare (always, also without a share) ──▶ admitted: attempt refunded
 *        │                                                               └────▶ denied: one write, one error
 *        └─ no attempts left ──▶ throttled
 *
 * An unknown share, a wrong password, a stopped and an expired share return the same error after the same database
 * commands, so that neither the text nor the response time tells them apart.
 */
export interface AdmissionRequest {
  shareId: string;
  password: string;
  /** Verified uid, empty for a visitor. */
  callerUid: string;
  client: ClientInfo;
}

export interface Admission {
  share: Share;
  isOwner: boolean;
  /** The owner was admitted by session, without a password. */
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

/** Null if the share is active, or has been closed for less than `graceMs`. */
const closedReason = (share: Share, now: Date, graceMs: number): DenialReason | null => {
  const state = stateAt(share, now);
  if (state.kind === 'active') return null;
  if (state.kind === 'deleted') return 'expired';
  return now.getTime() - state.since.getTime() < graceMs ? null : state.kind;
};

const refuseThrottled = async (
  context: SharesContext,
  share: Share | null,
  client: ClientInfo,
  verdict: Extract<Verdict, { isAllowed: false }>,
): Promise<never> => {
  // One event per window, so that a flood of attempts does not fill the audit log.
  if (share && verdict.isFirst) {
    await context.shares.addEvents(share.shareId, [
      accessDenied(share, client, 'throttled', context.now()),
    ]);
    context.publishSoon();
  }
  throw tooManyAttempts(verdict.retryAfterSeconds);
};

/** Stands in for an unknown share, so that its event is as large as that of a real share. */
const placeholderShare = (shareId: string): Share => ({
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
  epoch: 0,
});

const deny = async (
  context: SharesContext,
  request: AdmissionRequest,
  share: Share | null,
  reason: DenialReason,
): Promise<never> => {
  const { client } = request;
  if (!share) {
    const now = context.now();
    await context.dummyWrites.write([
      accessDenied(placeholderShare(request.shareId), client, reason, now),
    ]);
    throw accessRefused();
  }
  // Attempts by the owner and attempts at a closed share do not count towards stopping it.
  const isGuess = reason === 'wrong-password' && request.callerUid !== share.ownerUid;
  if (isGuess) {
    await transition(
      context,
      share.shareId,
      { type: 'wrong-password', ...context.wrongPasswords },
      (current, now) => [accessDenied(current, client, reason, now)],
      share,
    );
  } else {
    const denied = accessDenied(share, client, reason, context.now());
    await context.shares.addEvents(share.shareId, [denied]);
    context.publishSoon();
  }
  throw accessRefused();
};

/**
 * Rejects with `permission-denied/access-denied` or `resource-exhausted/too-many-attempts`.
 * The owner's session needs no password; a password that is given must be correct nevertheless.
 */
export const admit = async (
  context: SharesContext,
  request: AdmissionRequest,
  options: { graceMs: number } = { graceMs: 0 },
): Promise<Admission> => {
  const { shareId, password, callerUid, client } = request;
  const network = networkKey(client.ipAddress, 24);
  const [verdict, share] = await Promise.all([
    context.throttle.spend(shareId, network),
    context.shares.find(shareId),
  ]);
  const isMatch = context.vault.matches(shareId, share?.password, password);
  const isOwner = share !== null && callerUid !== '' && share.ownerUid === callerUid;
  const bySession = isOwner && password === '';
  if (!verdict.isAllowed && !bySession) return refuseThrottled(context, share, client, verdict);

  const closed = share && closedReason(share, context.now(), options.graceMs);
  const reason = closed ?? (isMatch || bySession ? null : 'wrong-password');
  if (!share || reason) return deny(context, request, share, reason ?? 'wrong-password');

  await context.throttle.refund(shareId, network);
  return { share, isOwner, bySession };
};
