import { conflict, retryOnConflict, ServiceError } from '@tandem/kit';
import type { NewEvent } from '@tandem/kit/mongo';
import type { SharesContext } from '../context.js';
import { latestExpiry, monthOf } from '../plan/plan.js';
import { shareBusy } from './share-busy.js';
import { eventsOf } from './share-events.js';
import { isUsedUp, next, type Refusal, type Share, type ShareEvent } from './share.js';

/** Far above the number of concurrent writers of a share; reaching it indicates a bug. */
const retryLimits = { maxAttempts: 100, onExhausted: shareBusy };

/** Stores the event of a denial that changes no state. */
export const logDenial = async (context: SharesContext, denial: NewEvent): Promise<void> => {
  await context.attemptLog.writeDenial(denial);
  context.publishSoon(context.attemptLog.outboxSource);
};

export type Transition = { kind: 'done'; share: Share } | { kind: 'refused'; reason: Refusal };

/**
 * Applies an event to a share with optimistic concurrency: read, decide, write if the revision is unchanged, otherwise
 * read and decide again. `also` adds events to the same write, or to the log of attempts if the state does not change.
 * `known` saves the first read.
 */
export const transition = async (
  context: SharesContext,
  shareId: string,
  event: ShareEvent,
  {
    also = () => [],
    known,
  }: { also?: (share: Share, now: Date) => NewEvent[]; known?: Share } = {},
): Promise<Transition> => {
  let firstRead = known;
  return retryOnConflict<Transition>(retryLimits, async () => {
    const share = firstRead ?? (await context.shares.find(shareId));
    firstRead = undefined;
    if (!share) return { kind: 'refused', reason: 'share-not-found' };
    const now = context.now();
    const outcome = next(share, event, now);
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'unchanged') {
      for (const denial of also(share, now)) await logDenial(context, denial);
      return { kind: 'done', share };
    }
    const { share: changed, facts } = outcome;
    const pending = [...also(share, now), ...eventsOf({ ...share, ...changed }, facts, now)];
    const isDeleted = changed.state.kind === 'deleted';
    // The sweep removes what a crash after the write leaves, and restores the expiry if the write fails: to remove the
    // subscriptions here would lose those of a share that is restarted first.
    if (isDeleted) await context.notices.store.moveExpiry(shareId, now);
    if (!(await context.shares.save(share, changed, pending))) return conflict;
    // Later subscribers find the share deleted.
    if (isDeleted) await context.notices.store.removeOfShare(shareId);
    if (pending.length > 0) context.publishSoon();
    return { kind: 'done', share: { ...share, ...changed } };
  });
};

/** Counts the sender's reports only, because recipients could omit theirs. Null without a share. */
export const stopIfUsedUp = async (
  context: SharesContext,
  shareId: string,
): Promise<Share | null> => {
  const share = await context.shares.find(shareId);
  if (share === null || !isUsedUp(share)) return share;
  const stop: ShareEvent = { type: 'stop', reason: 'download-limit' };
  const result = await transition(context, shareId, stop, { known: share });
  return result.kind === 'done' ? result.share : share;
};

export const notFound = (): ServiceError =>
  new ServiceError('not-found', 'share-not-found', 'Share not found.');

const messages: Readonly<Record<Exclude<Refusal, 'share-not-found'>, string>> = {
  'share-expired': 'This share has expired.',
  'share-not-expired': 'Only expired shares can be deleted.',
};

const refusal = (reason: Refusal): ServiceError =>
  reason === 'share-not-found'
    ? notFound()
    : new ServiceError('failed-precondition', reason, messages[reason]);

/** Another user's share is reported as not found. */
const findOwned = async (context: SharesContext, ownerUid: string, shareId: string) => {
  const share = await context.shares.find(shareId);
  if (share?.ownerUid !== ownerUid) throw notFound();
  return share;
};

export const limitReached = (): ServiceError =>
  new ServiceError('permission-denied', 'share-limit-reached', 'Monthly share limit reached');

const changeOwned = async (
  context: SharesContext,
  ownerUid: string,
  shareId: string,
  event: ShareEvent,
): Promise<Share> => {
  const share = await findOwned(context, ownerUid, shareId);
  const result = await transition(context, shareId, event, { known: share });
  if (result.kind === 'refused') throw refusal(result.reason);
  return result.share;
};

export const stopShare = (context: SharesContext, ownerUid: string, shareId: string) =>
  changeOwned(context, ownerUid, shareId, { type: 'stop' });

export const deleteShare = async (context: SharesContext, ownerUid: string, shareId: string) => {
  await changeOwned(context, ownerUid, shareId, { type: 'delete' });
};

/**
 * Restart within the limits of the current plan: after a downgrade, the expiry is shortened to the plan's maximum, and an
 * owner above the monthly limit cannot restart until next month.
 */
export const restartShare = async (context: SharesContext, ownerUid: string, shareId: string) => {
  const now = context.now();
  const rules = context.policy[(await context.plans.planOf(ownerUid)).plan];
  const share = await findOwned(context, ownerUid, shareId);
  if (rules.monthlyLimit !== null && share.state.kind === 'stopped' && share.expiresAt > now) {
    const counts = await context.usage.counts([ownerUid], monthOf(now));
    if ((counts.get(ownerUid) ?? 0) > rules.monthlyLimit) throw limitReached();
  }
  const event: ShareEvent = { type: 'restart', latestExpiry: latestExpiry(rules, now) };
  const restarted = await changeOwned(context, ownerUid, shareId, event);
  // Also if the share was already active: an earlier call may have failed before this write.
  await context.notices.store.moveExpiry(shareId, restarted.expiresAt);
  return restarted;
};
