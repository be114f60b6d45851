import { ServiceError } from '@tandem/kit';
import type { SharesContext } from '../context.js';
import { changedExpiry } from '../plan/plan.js';
import { notFound } from './lifecycle.js';
import { stateAt } from './share.js';
import type { OwnersChoice, Share } from './share.store.js';

export interface ShareUpdate {
  label?: string | undefined;
  note?: string | undefined;
  /** 0: no limit. */
  maxDownloads?: number | undefined;
  expiresInDays?: number | undefined;
}

const maxCollisions = 20;

const expired = (): ServiceError =>
  new ServiceError('failed-precondition', 'share-expired', 'This share has expired.');

const limitTooLow = (delivered: number): ServiceError =>
  new ServiceError(
    'invalid-argument',
    'download-limit-too-low',
    `This share has ${delivered === 1 ? '1 download' : `${delivered} downloads`} already.`,
  );

const choiceOf = async (
  context: SharesContext,
  share: Share,
  { label, note, maxDownloads, expiresInDays }: ShareUpdate,
): Promise<OwnersChoice> => {
  const now = context.now();
  const { deliveredCount = 0 } = share;
  const isStopped = share.state.kind === 'stopped';
  if (
    maxDownloads !== undefined &&
    maxDownloads > 0 &&
    maxDownloads <= deliveredCount &&
    !isStopped
  )
    throw limitTooLow(deliveredCount);
  const rules = context.policy[await context.plans.get(share.ownerUid)];
  return {
    ...(label !== undefined && { label }),
    ...(note !== undefined && { note }),
    ...(maxDownloads !== undefined && { maxDownloads }),
    ...(expiresInDays !== undefined && {
      expiresAt: changedExpiry(rules, expiresInDays, share.createdAt, now),
    }),
  };
};

/** Another user's share is reported as not found. */
export const updateShare = async (
  context: SharesContext,
  ownerUid: string,
  shareId: string,
  update: ShareUpdate,
): Promise<Share> => {
  for (let collisions = 0; collisions < maxCollisions; collisions += 1) {
    const share = await context.shares.find(shareId);
    if (share?.ownerUid !== ownerUid) throw notFound();
    if (stateAt(share, context.now()).kind === 'expired') throw expired();
    const choice = await choiceOf(context, share, update);
    if (Object.keys(choice).length === 0) return share;
    if (await context.shares.edit(share, choice))
      return { ...share, ...choice, revision: share.revision + 1 };
  }
  throw new ServiceError('unavailable', 'share-busy', 'This share is busy. Please try again.');
};
