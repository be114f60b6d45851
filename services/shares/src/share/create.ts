import { ServiceError } from '@tandem/kit';
import { parseBytes } from '@tandem/proto/browser/files/file-size';
import type { SharesContext } from '../context.js';
import { assertFileFits, expiryFor, monthOf } from '../plan/plan.js';
import type { Reservation } from '../plan/usage.store.js';
import { limitReached, transition } from './lifecycle.js';
import { assertPasswordIsStrong } from './own-password.js';
import { deriveId, generateId, generatePassword } from './password.js';
import { shareCreated, type ClientInfo } from './share-events.js';
import { initialState, type Share } from './share.js';

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
  /** Empty: none. */
  idempotencyKey: string;
  asksFirst: boolean;
  note: string;
  label: string;
  /** 0: no limit. */
  maxDownloads: number;
  /** Empty: generated. */
  password: string;
}

const accountDeleted = (): ServiceError =>
  new ServiceError('unauthenticated', 'account-deleted', 'This account has been deleted.');

/** Tokens are accepted for some seconds after the account is deleted; remove what they create. */
const removeIfOwnerDeleted = async (context: SharesContext, { shareId, ownerUid }: Share) => {
  if (!(await context.plans.planOf(ownerUid)).isDeleted) return;
  await transition(context, shareId, { type: 'remove' });
  throw accountDeleted();
};

/** What the caller asked for. A repetition may come from another address, and after a change of the owner's name. */
const requestText = ({
  filename,
  fileSize,
  fileType,
  fileSizeBytes,
  expiresInDays,
  asksFirst,
  note,
  label,
  maxDownloads,
  password,
}: NewShare): string =>
  JSON.stringify([
    ...[filename, fileSize, fileType, fileSizeBytes, expiresInDays],
    ...[asksFirst, note, label, maxDownloads, password],
  ]);

const isSameFile = (share: Share, request: NewShare): boolean =>
  (['filename', 'fileSize', 'fileType', 'fileSizeBytes'] as const).every(
    (field) => share[field] === request[field],
  );

/**
 * The share that an earlier request with the same idempotency key created; null without one. The key determines the id,
 * so the insert itself rules out a second share.
 */
const findRepeated = async (
  context: SharesContext,
  shareId: string,
  request: NewShare,
): Promise<Share | null> => {
  if (request.idempotencyKey === '') return null;
  const share = await context.shares.find(shareId);
  if (share === null) return null;
  const { requestDigest } = share;
  // Rows of earlier versions have no digest, nor have those whose password was replaced.
  const isRepetition =
    requestDigest && context.vault.isDigestOf(shareId, requestDigest, requestText(request));
  if (isRepetition ?? isSameFile(share, request)) return share;
  throw new ServiceError(
    'conflict',
    'idempotency-key-reused',
    'The idempotency key belongs to another request.',
  );
};

/**
 * Called when the reservation was refused: the same create is running or has just ended, the limit is reached, or the
 * account was deleted.
 */
const resolveRefusal = async (
  context: SharesContext,
  reservation: Reservation,
  request: NewShare,
): Promise<Share> => {
  if (await context.usage.isPending(reservation)) {
    throw new ServiceError(
      'unavailable',
      'create-in-progress',
      'This share is still being created. Please try again in a second.',
      { retryAfterSeconds: 1 },
    );
  }
  const repeated = await findRepeated(context, reservation.shareId, request);
  if (repeated !== null) return repeated;
  const { isDeleted } = await context.plans.planOf(request.ownerUid);
  throw isDeleted ? accountDeleted() : limitReached();
};

/** Called when the id is taken: by a concurrent repetition, by a deleted share, or because the sweep has blocked it. */
const resolveTakenId = async (
  context: SharesContext,
  reservation: Reservation,
  request: NewShare,
): Promise<Share> => {
  await context.usage.release(reservation);
  const repeated = await findRepeated(context, reservation.shareId, request);
  if (repeated !== null) return repeated;
  throw request.idempotencyKey === ''
    ? new ServiceError(
        'unavailable',
        'create-too-slow',
        'The share could not be created in time. Please try again.',
      )
    : new ServiceError(
        'conflict',
        'idempotency-key-used',
        'The share of this request no longer exists. Please create a new one.',
      );
};

const shareOf = (
  { vault }: SharesContext,
  request: NewShare,
  given: Pick<Share, 'shareId' | 'createdAt' | 'expiresAt'>,
): Share => ({
  ...given,
  ownerUid: request.ownerUid,
  ownerName: request.ownerName,
  asksFirst: request.asksFirst,
  note: request.note,
  filename: request.filename,
  fileSize: request.fileSize,
  fileType: request.fileType,
  fileSizeBytes: request.fileSizeBytes,
  label: request.label,
  maxDownloads: request.maxDownloads,
  deliveredCount: 0,
  password: vault.seal(given.shareId, request.password || generatePassword()),
  ...(request.idempotencyKey !== '' && {
    requestDigest: vault.digest(given.shareId, requestText(request)),
  }),
  downloadCount: 0,
  state: initialState,
  revision: 0,
  epoch: 0,
});

/**
 * Reserves quota, inserts the share together with its event, and settles the reservation. After a crash in between, the
 * sweep resolves the reservation (see usage.store.ts).
 */
export const createShare = async (context: SharesContext, request: NewShare): Promise<Share> => {
  const now = context.now();
  const shareId =
    request.idempotencyKey === ''
      ? generateId()
      : deriveId(request.ownerUid, request.idempotencyKey);
  const [{ plan, isDeleted }, repeated] = await Promise.all([
    context.plans.planOf(request.ownerUid),
    findRepeated(context, shareId, request),
  ]);
  if (isDeleted) throw accountDeleted();
  if (repeated !== null) return repeated;
  const rules = context.policy[plan];
  const expiresAt = expiryFor(rules, request.expiresInDays, now);
  if (request.password !== '') assertPasswordIsStrong(request.password, request.filename);
  assertFileFits(rules, request.fileSizeBytes ?? parseBytes(request.fileSize));

  const reservation = { uid: request.ownerUid, month: monthOf(now), shareId };
  if (!(await context.usage.reserve(reservation, rules.monthlyLimit, now)))
    return resolveRefusal(context, reservation, request);

  const share = shareOf(context, request, { shareId, createdAt: now, expiresAt });
  const owner = { email: request.ownerEmail, name: request.ownerName };
  if (!(await context.shares.insert(share, [shareCreated(share, request.client, owner)])))
    return resolveTakenId(context, reservation, request);
  context.publishSoon();
  if (!(await context.usage.settle(reservation))) await removeIfOwnerDeleted(context, share);
  return share;
};
