/**
 * Access check of every call with a password:
 *
 *   enter, read the share, compare (always, also without a share) ──▶ admitted: attempt refunded
 *     │                                                        └────▶ denied: one write, one error
 *     ├─ allowance used up ──▶ wait for a slot, then the same; denied without a write
 *     └─ no slot in time ──▶ too many attempts
 *
 * An unknown share, a wrong password, a stopped and an expired share return the same error after the same database
 * commands, so that neither the text nor the response time tells them apart. An empty password, such as that of a
 * client whose grant has expired, is not a guess: it uses up one attempt of the allowance, and a denial is not written.
 * The password before the current one, which open pages still send, is not a guess either: it is denied like a wrong
 * one, but does not count towards stopping the share.
 */

import { coarseNetwork, ServiceError } from '@tandem/kit';
import { codeSentences } from '@tandem/proto/browser/reasons';
import type { SharesContext } from '../context.js';
import { logDenial, stopIfUsedUp, transition } from '../share/lifecycle.js';
import { previousPasswordEnd } from '../share/password.js';
import { accessDenied, type DenialReason, type ClientInfo } from '../share/share-events.js';
import { isGuessed, isUsedUp, stateAt, type Share } from '../share/share.js';
import type { AttemptOutcome } from './attempts.js';
import { throttleKey } from './throttle.store.js';

export interface AccessRequest {
  shareId: string;
  password: string;
  /** Verified uid, empty for a visitor. */
  callerUid: string;
  client: ClientInfo;
}

export interface CheckedAccess {
  share: Share;
  isOwner: boolean;
  /** The owner was admitted by session, without a password. */
  bySession: boolean;
}

export const accessRefused = (): ServiceError =>
  new ServiceError('permission-denied', 'access-denied', codeSentences['access-denied']);

const shareEnded = (): ServiceError =>
  new ServiceError('failed-precondition', 'share-ended', 'This share was stopped or has expired.');

/** Slots are drawn at random, so any later attempt may get one. */
const retryAfterSeconds = 2;

const tooManyAttempts = (): ServiceError =>
  new ServiceError(
    'resource-exhausted',
    'too-many-attempts',
    'Too many attempts. Please try again later.',
    { retryAfterSeconds },
  );

/**
 * Null if the share is active, or has been closed for less than `graceMs`. Wrong passwords end that time as they stop an
 * active share: guesses would continue.
 */
const closedReason = (share: Share, now: Date, graceMs: number): DenialReason | null => {
  const state = stateAt(share, now);
  // The last delivery and the stop are two writes; treat the share as stopped in between.
  if (state.kind === 'active') return isUsedUp(share) && graceMs === 0 ? 'stopped' : null;
  if (state.kind === 'deleted') return 'expired';
  // Without a grace period it is closed even if the replica that closed it has a clock ahead of this one's.
  const isWithinGrace =
    graceMs > 0 && !isGuessed(state) && now.getTime() - state.since.getTime() < graceMs;
  return isWithinGrace ? null : state.kind;
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

/** The write of a denial without a state change. */
const writeDenial = async (
  context: SharesContext,
  { shareId, client }: AccessRequest,
  share: Share | null,
  reason: DenialReason,
): Promise<void> => {
  const denied = accessDenied(share ?? placeholderShare(shareId), client, reason, context.now());
  if (!share) return context.dummyWrites.write([denied]);
  await logDenial(context, denied);
};

/** Logs one entry per network and window beyond the allowance, so that a flood does not fill the log. */
const logThrottled = async (
  context: SharesContext,
  request: AccessRequest,
  share: Share | null,
): Promise<void> => {
  const key = throttleKey(request.shareId, request.client.ipAddress);
  if (await context.throttle.isFirstOverAllowance(key)) {
    await writeDenial(context, request, share, 'throttled');
  }
};

/** @param denial.isGuess false for the password before the current one */
const deny = async (
  context: SharesContext,
  request: AccessRequest,
  share: Share | null,
  { reason, isGuess }: { reason: DenialReason; isGuess: boolean },
): Promise<void> => {
  const { client, callerUid } = request;
  // Attempts by the owner do not count, nor do those at a closed share, which are denied whatever their password.
  if (!share || !isGuess || reason !== 'wrong-password' || callerUid === share.ownerUid) {
    return writeDenial(context, request, share, reason);
  }
  const network = coarseNetwork(client.ipAddress);
  await transition(
    context,
    share.shareId,
    { type: 'wrong-password', network, ...context.wrongPasswords },
    { also: (current, now) => [accessDenied(current, client, reason, now)], known: share },
  );
};

/** Always compares, so that the response time does not reveal whether the password was ever changed. */
const matchesPrevious = (
  context: SharesContext,
  share: Share | null,
  { shareId, password }: AccessRequest,
): boolean => {
  const previous = share?.previousPassword;
  const isMatch = context.vault.matches(shareId, previous, password);
  if (!isMatch || previous === undefined) return false;
  return previous.replacedAt > previousPasswordEnd(context.now());
};

/** The caller's own share, opened by session. An empty password is never compared, so it is not an attempt. */
const ownBySession = async (
  context: SharesContext,
  { shareId, password, callerUid }: AccessRequest,
): Promise<Share | null> => {
  if (password !== '' || callerUid === '') return null;
  const share = await context.shares.find(shareId);
  return share?.ownerUid === callerUid ? share : null;
};

/** Reads the share again after an attempt has waited: it may have been stopped since the first read. */
const enterAndFind = async (
  context: SharesContext,
  { shareId, client }: AccessRequest,
): Promise<{ outcome: AttemptOutcome; share: Share | null }> => {
  const [outcome, share] = await Promise.all([
    context.attempts.enter(shareId, client.ipAddress),
    context.shares.find(shareId),
  ]);
  return { outcome, share: outcome === 'late' ? await context.shares.find(shareId) : share };
};

/** Repeats a stop that failed after the last delivery and that no further report of the sender has repeated. */
const stopLate = (context: SharesContext, shareId: string): void =>
  context.inBackground('stop of a used-up share', async () => {
    await stopIfUsedUp(context, shareId);
  });

/**
 * Rejects with `permission-denied/access-denied` or `resource-exhausted/too-many-attempts`. The owner's session needs no
 * password, but a password that is given must be correct. For a share that has ended, an owner with a session gets
 * `failed-precondition/share-ended`, because there is nothing to hide from them.
 */
export const checkAccess = async (
  context: SharesContext,
  request: AccessRequest,
  { graceMs = 0 }: { graceMs?: number } = {},
): Promise<CheckedAccess> => {
  const { shareId, password, callerUid, client } = request;
  const own = await ownBySession(context, request);
  const { outcome, share } = own
    ? ({ outcome: 'counted', share: own } as const)
    : await enterAndFind(context, request);
  if (outcome === 'refused') {
    await logThrottled(context, request, share);
    throw tooManyAttempts();
  }

  const isMatch = context.vault.matches(shareId, share?.password, password);
  const isPrevious = matchesPrevious(context, share, request);
  const closed = share && closedReason(share, context.now(), graceMs);
  if (share && closed && share.state.kind === 'active' && isUsedUp(share))
    stopLate(context, shareId);
  if (own && closed) throw shareEnded();
  const reason = closed ?? (isMatch || own ? null : 'wrong-password');
  if (!share || reason) {
    if (outcome === 'late') await logThrottled(context, request, share);
    else if (password !== '')
      await deny(context, request, share, {
        reason: reason ?? 'wrong-password',
        isGuess: !isPrevious,
      });
    throw accessRefused();
  }
  if (outcome === 'counted' && !own) context.attempts.refund(shareId, client.ipAddress);
  const isOwner = callerUid !== '' && share.ownerUid === callerUid;
  return { share, isOwner, bySession: own !== null };
};
