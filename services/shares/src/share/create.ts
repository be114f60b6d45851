import { ServiceError } from '@tandem/kit';
import { parseBytes } from '@tandem/proto/browser/file-size';
import type { SharesContext } from '../context.js';
import { limitReached, transition } from './lifecycle.js';
import { generateId, generatePassword } from './password.js';
import { assertFileFits, expiryFor, monthOf } from '../plan/plan.js';
import { initialState } from './share.js';
import type { Share } from './share.store.js';
import { shareCreated, type ClientInfo } from './share-events.js';

export interface NewShare {
  ownerUid: string;
  ownerEmail: string;
  ownerName: string;
  filename: string;
  fileSize: string;
  fileType: string;
  fileSizeBytes: number | null;
  /** 0 selects the plan's default. */
  expiresInDays: number;
  client: ClientInfo;
}

const accountDeleted = (): ServiceError =>
  new ServiceError('unauthenticated', 'account-deleted', 'This account has been deleted.');

/** Tokens are accepted for some seconds after the account is deleted; remove what they create. */
const removeIfOwnerDeleted = async (context: SharesContext, { shareId, ownerUid }: Share) => {
  if (!(await context.plans.isDeleted(ownerUid))) return;
  await transition(context, shareId, { type: 'remove' });
  await context.usage.removeOwner(ownerUid);
  throw accountDeleted();
};

/**
 * Reserve quota, insert the share together with its event, settle the reservation. The sweep resolves the reservation
 * after a crash in between (see usage.store.ts).
 */
export const createShare = async (context: SharesContext, request: NewShare): Promise<Share> => {
  const now = context.now();
  if (await context.plans.isDeleted(request.ownerUid)) throw accountDeleted();
  const rules = context.policy[await context.plans.get(request.ownerUid)];
  const expiresAt = expiryFor(rules, request.expiresInDays, now);
  assertFileFits(rules, request.fileSizeBytes ?? parseBytes(request.fileSize));

  const shareId = generateId();
  const reservation = { uid: request.ownerUid, month: monthOf(now), shareId };
  if (!(await context.usage.reserve(reservation, rules.monthlyLimit, now))) throw limitReached();

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
    state: initialState,
    revision: 0,
  };
  const owner = { email: request.ownerEmail, name: request.ownerName };
  if (!(await context.shares.insert(share, [shareCreated(share, request.client, owner)]))) {
    throw new ServiceError('unavailable', 'create-too-slow', 'Please try again.');
  }
  context.publishSoon();
  await context.usage.settle(reservation);
  await removeIfOwnerDeleted(context, share);
  return share;
};
