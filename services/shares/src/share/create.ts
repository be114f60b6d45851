import { ServiceError } from '@tandem/kit';
import type { SharesContext } from '../context.js';
import { limitReached, transition } from './lifecycle.js';
import { generateId, generatePassword } from './password.js';
import { assertFileFits, bytesFromText, expiryFor, monthOf } from '../plan/plan.js';
import { freshState } from './share.js';
import type { Share } from './share.store.js';
import { shareCreated, type Origin } from '../shares.events.js';

export interface NewShare {
  ownerUid: string;
  ownerEmail: string;
  ownerName: string;
  filename: string;
  fileSize: string;
  fileType: string;
  fileSizeBytes: number | null;
  /** 0 asks for the plan's default. */
  expiresInDays: number;
  origin: Origin;
}

const accountDeleted = (): ServiceError =>
  new ServiceError('unauthenticated', 'account-deleted', 'This account has been deleted.');

/** A token outlives its account by seconds: what it still creates goes with the rest. */
const removeIfOwnerGone = async (context: SharesContext, { shareId, ownerUid }: Share) => {
  if (!(await context.plans.isGone(ownerUid))) return;
  await transition(context, shareId, { type: 'remove' });
  await context.usage.removeOwner(ownerUid);
  throw accountDeleted();
};

/**
 * The place in the month is taken first, then the share appears together with its event, then the
 * reservation is settled. A crash anywhere in between is put right by the sweep (see usage.store.ts).
 */
export const createShare = async (context: SharesContext, request: NewShare): Promise<Share> => {
  const now = context.now();
  if (await context.plans.isGone(request.ownerUid)) throw accountDeleted();
  const rules = context.policy[await context.plans.get(request.ownerUid)];
  const expiresAt = expiryFor(rules, request.expiresInDays, now);
  assertFileFits(rules, request.fileSizeBytes ?? bytesFromText(request.fileSize));

  const shareId = generateId();
  const place = { uid: request.ownerUid, month: monthOf(now), shareId };
  if (!(await context.usage.reserve(place, rules.monthlyLimit, now))) throw limitReached();

  const share: Share = {
    shareId,
    ownerUid: request.ownerUid,
    filename: request.filename,
    fileSize: request.fileSize,
    fileType: request.fileType,
    fileSizeBytes: request.fileSizeBytes,
    password: context.vault.seal(shareId, generatePassword()),
    downloadCount: 0,
    createdAt: now,
    expiresAt,
    state: freshState,
    revision: 0,
  };
  const owner = { email: request.ownerEmail, name: request.ownerName };
  if (!(await context.shares.insert(share, [shareCreated(share, request.origin, owner)]))) {
    throw new ServiceError('unavailable', 'create-too-slow', 'Please try again.');
  }
  context.publishSoon();
  await context.usage.settle(place);
  await removeIfOwnerGone(context, share);
  return share;
};
