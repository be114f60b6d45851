import { isDeepStrictEqual } from 'node:util';
import { conflict, retryOnConflict, ServiceError } from '@tandem/kit';
import type { SharesContext } from '../context.js';
import { changedExpiry } from '../plan/plan.js';
import { notFound, stopIfUsedUp } from './lifecycle.js';
import { assertPasswordIsStrong } from './own-password.js';
import type { PreviousPassword, SealedPassword } from './password.js';
import { shareBusy } from './share-busy.js';
import { eventsOf, shareEdited } from './share-events.js';
import { isActive, stateAt, type Share } from './share.js';
import type { OwnersChoice } from './share.store.js';

export interface ShareUpdate {
  label?: string | undefined;
  note?: string | undefined;
  /** 0: no limit. */
  maxDownloads?: number | undefined;
  expiresInDays?: number | undefined;
  asksFirst?: boolean | undefined;
  password?: string | undefined;
}

const retryLimits = { maxAttempts: 20, onExhausted: shareBusy };

interface Edited {
  share: Share;
  choice: OwnersChoice;
}

const expired = (): ServiceError =>
  new ServiceError('failed-precondition', 'share-expired', 'This share has expired.');

const limitTooLow = (delivered: number): ServiceError =>
  new ServiceError(
    'invalid-argument',
    'download-limit-too-low',
    `This share already has ${delivered === 1 ? '1 download' : `${delivered} downloads`}. Choose a higher limit.`,
  );

const previousFrom = ({ kid, verifier }: SealedPassword, now: Date): PreviousPassword => ({
  kid,
  verifier,
  replacedAt: now,
});

/** Grants stay valid if the new password matches what recipients have entered before, for example in another case. */
const passwordChoice = (
  { vault }: SharesContext,
  share: Share,
  chosen: string,
  now: Date,
): OwnersChoice => {
  if (vault.open(share.shareId, share.password) === chosen) return {};
  const password = vault.seal(share.shareId, chosen);
  if (vault.matches(share.shareId, share.password, chosen)) return { password };
  // A new epoch ends the grants for the earlier password.
  const epoch = share.epoch + 1;
  const previousPassword = previousFrom(share.password, now);
  return { password, previousPassword, epoch, passwordEpoch: epoch };
};

const choiceOf = async (
  context: SharesContext,
  share: Share,
  { label, note, maxDownloads, expiresInDays, asksFirst, password }: ShareUpdate,
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
  if (password !== undefined) assertPasswordIsStrong(password, share.filename);
  const rules = context.policy[(await context.plans.planOf(share.ownerUid)).plan];
  return {
    ...(label !== undefined && { label }),
    ...(note !== undefined && { note }),
    ...(maxDownloads !== undefined && { maxDownloads }),
    ...(asksFirst !== undefined && { asksFirst }),
    ...(password !== undefined && passwordChoice(context, share, password, now)),
    ...(expiresInDays !== undefined && {
      expiresAt: changedExpiry(rules, expiresInDays, share.createdAt, now),
    }),
  };
};

const hasChanges = (share: Share, choice: OwnersChoice): boolean =>
  Object.entries(choice).some(
    ([field, value]) => !isDeepStrictEqual(value, share[field as keyof OwnersChoice]),
  );

/** Another user's share is reported as not found. */
export const updateShare = async (
  context: SharesContext,
  ownerUid: string,
  shareId: string,
  update: ShareUpdate,
): Promise<Share> => {
  const stored = await retryOnConflict<Edited>(retryLimits, async () => {
    const share = await context.shares.find(shareId);
    if (share?.ownerUid !== ownerUid) throw notFound();
    if (stateAt(share, context.now()).kind === 'expired') throw expired();
    const choice = await choiceOf(context, share, update);
    // Return the choice nevertheless: an earlier call may have stored it and failed before the writes below.
    if (!hasChanges(share, choice)) return { share, choice };
    const changed = { ...share, ...choice, revision: share.revision + 1 };
    // A stopped share has no room to close.
    const isRekeyed = choice.epoch !== undefined && isActive(share, context.now());
    const events = isRekeyed
      ? eventsOf(changed, [{ type: 'restarted' }], context.now())
      : [shareEdited(changed, context.now())];
    if (!(await context.shares.edit(share, choice, events))) return conflict;
    context.publishSoon();
    return { share: changed, choice };
  });
  const { share, choice } = stored;
  if (choice.expiresAt) await context.notices.store.moveExpiry(shareId, choice.expiresAt);
  if (choice.maxDownloads === undefined) return share;
  // A delivery reported after the read may have reached the new limit.
  return (await stopIfUsedUp(context, shareId)) ?? share;
};
