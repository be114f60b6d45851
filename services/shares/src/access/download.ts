import { createHash } from 'node:crypto';
import { coarseNetwork, conflict, dayMs, retryOnConflict, ServiceError } from '@tandem/kit';
import type { DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
import type { SharesContext } from '../context.js';
import type { StoredMarks } from '../share/download-marks.store.js';
import { notFound, stopIfUsedUp } from '../share/lifecycle.js';
import { shareBusy } from '../share/share-busy.js';
import { downloadEnded, type ClientInfo, type Delivery } from '../share/share-events.js';
import type { DeliveryMark } from '../share/share-row.store.js';
import { stateAt, type Share } from '../share/share.js';
import { accessRefused, checkAccess } from './check-access.js';
import { grantTtlSeconds, readGrant } from './grants.js';

export interface DownloadReport {
  shareId: string;
  /** Either the password or the grant is required. */
  password: string;
  grant: string;
  name: string;
  email: string;
  client: ClientInfo;
  /** The transfer failed. */
  isFailure: boolean;
  /** Empty from clients that do not know it: their downloads stay claims. */
  deliveryId: string;
  /** Code of the failure. */
  reason: string;
}

/** A transfer may end, and be recorded, after the share was stopped or has expired. */
const recordGraceMs = dayMs;

/** Deduplication window, as long as a grant is valid. */
const dedupWindowMs = grantTtlSeconds * 1000;

const bucketAt = (at: Date, ago: number): string =>
  String(Math.floor(at.getTime() / dedupWindowMs) - ago);

const byGrant = async (context: SharesContext, request: DownloadReport) => {
  const claims = await readGrant(context, request.grant);
  if (claims.shareId !== request.shareId || claims.role !== 'receiver') throw accessRefused();
  const share = await context.shares.find(request.shareId);
  if (!share || stateAt(share, context.now()).kind === 'deleted') throw accessRefused();
  return { share, viewer: claims.viewerId };
};

/**
 * Without a grant there is no viewer id; a hash of the e-mail replaces it. A report whose answer is lost when the recipient
 * changes networks is repeated from another address, so the address counts only where no delivery is named.
 */
const byPassword = async (context: SharesContext, request: DownloadReport) => {
  const { shareId, password, client, deliveryId } = request;
  const access = { shareId, password, callerUid: '', client };
  const { share } = await checkAccess(context, access, { graceMs: recordGraceMs });
  const viewer = createHash('sha256')
    .update(`${request.email.toLowerCase()}\0${deliveryId === '' ? client.ipAddress : ''}`)
    .digest('base64url');
  return { share, viewer };
};

interface SideReport {
  /** Reports with the same key are recorded once per window. */
  reporter: string;
  /** Empty for the sender's page: no one else can use up the limit of its reports. */
  network: string;
  delivery: Delivery;
  /** Null for a failed transfer, which cannot be confirmed. */
  mark: DeliveryMark | null;
  name: string;
  email: string;
  client: ClientInfo;
}

/** Both sides have reported the same delivery, the sender with the recipient's digests. */
const isConfirmedBy = ({ recipient, sender }: DeliveryMark): boolean =>
  recipient === 'completed' && sender === 'verified';

const retryLimits = { maxAttempts: 10, onExhausted: shareBusy };

/**
 * Limits on reports within the two windows that are kept: each adds a mark to the share and an entry to the owner's log.
 * A sender has as many as one gateway process admits in that time: failures that recipients cause use up some.
 */
const maxReportsPerNetwork = 100;
const maxRecipientReports = 2_000;
const maxSenderReports = 6_000;
/** During an outage of the broker, events wait in the share, which must stay small enough to be updated. */
const maxPendingReports = 2_000;

const requireRoom = (
  { network }: SideReport,
  reporters: readonly Record<string, string | Date>[],
  pendingReports: number,
): void => {
  if (pendingReports >= maxPendingReports) throw shareBusy();
  const networks = reporters.flatMap((each) => Object.values(each));
  const ofNetwork = networks.filter((one) => one === network);
  const ofSender = networks.filter((one) => one === '');
  const isFull =
    network === ''
      ? ofSender.length >= maxSenderReports
      : networks.length - ofSender.length >= maxRecipientReports ||
        ofNetwork.length >= maxReportsPerNetwork;
  if (isFull) {
    throw new ServiceError(
      'resource-exhausted',
      'too-many-reports',
      'Too many reports. Please try again later.',
      { retryAfterSeconds: grantTtlSeconds },
    );
  }
};

/** The marks of a report's delivery with the report applied, and what the report changes. */
const applyReport = (
  { delivery, mark }: SideReport,
  buckets: readonly string[],
  { deliveries, sent }: StoredMarks,
) => {
  // Buckets are newest first; a newer mark replaces an older one.
  const known: DeliveryMark = Object.assign(
    {},
    ...buckets.toReversed().map((bucket) => deliveries[bucket]?.[delivery.deliveryId]),
  ) as DeliveryMark;
  // A delivery that several recipients report is confirmed once, and stays confirmed.
  const wasConfirmed = isConfirmedBy(known) || sent[delivery.deliveryId] === 'confirmed';
  const marks = wasConfirmed ? known : { ...known, ...mark };
  // A failed transfer cannot be confirmed, and a client without an id cannot be matched with the other side.
  const isJoined = delivery.deliveryId !== '' && mark !== null;
  return {
    marks: isJoined ? marks : null,
    isConfirmed: isJoined && !wasConfirmed && isConfirmedBy(marks),
    // The sender may report a delivery as unverified, and as verified later.
    isDelivered:
      mark?.sender !== undefined &&
      known.sender === undefined &&
      sent[delivery.deliveryId] === undefined,
  };
};

/**
 * Pages repeat a report that got no answer for as long as they are open, also after the windows. It is no new entry then,
 * but renews its mark, so that the other side can still confirm the delivery.
 */
const lastOf = (
  { delivery: { deliveryId }, mark, reporter }: SideReport,
  { sent, claimed }: StoredMarks,
) => {
  if (mark === null) return null;
  const isOver = sent[deliveryId] === 'confirmed';
  if (mark.sender === undefined) {
    const isRepeated = claimed[deliveryId] === reporter;
    return { side: 'claimed', as: reporter, before: claimed, isRepeated } as const;
  }
  const isRepeated = isOver || sent[deliveryId] === mark.sender;
  return {
    side: 'sent',
    as: isOver ? 'confirmed' : mark.sender,
    before: sent,
    isRepeated,
  } as const;
};

/**
 * Whether a report confirms the delivery depends on the earlier reports of both sides, so the write requires that none
 * has arrived since they were read. Resolves to true if this report confirms the delivery.
 */
const recordReport = async (
  context: SharesContext,
  share: Share,
  report: SideReport,
): Promise<boolean> => {
  const { shareId } = share;
  const now = context.now();
  const buckets = [bucketAt(now, 0), bucketAt(now, 1)] as const;
  const isFailure = report.mark === null;
  return retryOnConflict(retryLimits, async () => {
    const stored = await context.shares.downloadMarks(shareId);
    const { downloads, deliveries } = stored;
    const reporters = buckets.map((bucket) => downloads[bucket] ?? {});
    if (reporters.some((each) => each[report.reporter] !== undefined)) return false;
    requireRoom(report, reporters, stored.pendingReports);
    // No writer adds to a past bucket, so removing whole buckets cannot race.
    const staleBuckets = Object.keys(downloads).filter(
      (bucket) => Number(bucket) < Number(buckets[1]),
    );
    const { marks, isConfirmed, isDelivered } = applyReport(report, buckets, stored);
    const last = lastOf(report, stored);
    const isRepeated = last?.isRepeated === true && !isConfirmed;
    const delivery: Delivery = isConfirmed
      ? { ...report.delivery, standing: 'confirmed' }
      : report.delivery;
    const isRecorded = await context.shares.markDownload({
      shareId,
      reporter: report.reporter,
      buckets,
      staleBuckets,
      network: report.network,
      event: isRepeated
        ? null
        : downloadEnded(share, report.client, { ...report, isFailure, delivery }, now),
      delivery: marks && { id: delivery.deliveryId, known: deliveries, marks },
      last,
      isConfirmed,
      isDelivered,
    });
    if (isRecorded) {
      context.publishSoon();
      return isConfirmed;
    }
    return (await context.shares.find(shareId)) === null ? false : conflict;
  });
};

/** Failure codes of a browser that refused the other before any part of the file was sent. */
const refusals: ReadonlySet<string> = new Set([
  'sender-unproven',
  'receiver-unproven',
  'refused-by-recipient',
  'refused-by-sender',
  'file-differs',
  'file-refused',
]);

const standingOf = (reason: string, bytes: number): DeliveryStanding => {
  if (bytes > 0) return 'partial';
  return refusals.has(reason) ? 'refused' : 'failed';
};

/**
 * The recipient's report; true when it confirms the delivery. Idempotent per viewer, delivery, outcome and
 * deduplication window.
 */
export const recordDownload = async (
  context: SharesContext,
  request: DownloadReport,
): Promise<boolean> => {
  if (!request.grant && !request.password) {
    throw new ServiceError('unauthenticated', 'no-proof', 'A password or a grant is required.');
  }
  const prove = request.grant ? byGrant : byPassword;
  const { share, viewer } = await prove(context, request);
  const { isFailure, deliveryId, reason } = request;
  const prefix = isFailure ? 'failed-' : '';
  const suffix = deliveryId === '' ? '' : `-${deliveryId}`;
  const standing = isFailure ? standingOf(reason, 0) : 'claimed';
  const report: SideReport = {
    ...request,
    reporter: `${prefix}${viewer}${suffix}`,
    network: coarseNetwork(request.client.ipAddress),
    delivery: { deliveryId, standing, reportedBy: 'recipient', reason },
    mark: isFailure ? null : { recipient: 'completed' },
  };
  return recordReport(context, share, report);
};

export interface DeliveryReport {
  ownerUid: string;
  shareId: string;
  deliveryId: string;
  outcome: 'verified' | 'unverified' | 'failed';
  bytes: number;
  reason: string;
  /** As the recipient stated them to the sender's page; may be empty. */
  recipientName: string;
  recipientEmail: string;
  client: ClientInfo;
}

/** The sender's report; true when it confirms the delivery. Idempotent per delivery, outcome and deduplication window. */
export const reportDelivery = async (
  context: SharesContext,
  request: DeliveryReport,
): Promise<boolean> => {
  const { deliveryId, outcome, bytes, reason } = request;
  const share = await context.shares.find(request.shareId);
  if (share?.ownerUid !== request.ownerUid) throw notFound();
  const standing = outcome === 'failed' ? standingOf(reason, bytes) : 'claimed';
  const isConfirmed = await recordReport(context, share, {
    name: request.recipientName,
    email: request.recipientEmail,
    client: request.client,
    reporter: `sender-${outcome}-${deliveryId}`,
    network: '',
    delivery: { deliveryId, standing, reportedBy: 'sender', bytes, reason },
    mark: outcome === 'failed' ? null : { sender: outcome },
  });
  // If the stop fails, a repeated report retries it; until then the access check refuses.
  if (outcome !== 'failed') await stopIfUsedUp(context, share.shareId);
  return isConfirmed;
};
