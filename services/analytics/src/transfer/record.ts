import { dayMs, parseRequest, ServiceError } from '@tandem/kit';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import { transferReport } from '@tandem/proto/browser/http/transfer-report';
import { maxPersonChars, maxUserAgentChars } from '@tandem/proto/browser/limits';
import { events } from '@tandem/proto/events';
import { z } from 'zod';
import type { AnalyticsContext } from '../context.js';
import { eraseCaller } from '../rollup/count.js';
import { transferIdOf, type Transfer } from './transfer.js';

const monthMs = 31 * dayMs;
/** Accepted clock skew of browsers; reports beyond it are refused. */
const clockSkewMs = 2 * dayMs;

const browserReport = transferReport.shape;

/** A browser's report as the gateway forwards it: numbers and dates parsed, absent instead of null. */
const reportSchema = z.object({
  ...transferReport.pick({
    shareId: true,
    connectionType: true,
    stunServersUsed: true,
    turnServersUsed: true,
    localCandidateType: true,
    remoteCandidateType: true,
    averageSpeed: true,
    packetsLost: true,
    isMobile: true,
    browserType: true,
  }).shape,
  selectedCandidatePair: browserReport.selectedCandidatePair.unwrap().optional(),
  bytesTransferred: browserReport.bytesTransferred.out.int().min(0),
  transferDurationMs: browserReport.transferDuration.int(),
  rttMs: browserReport.rttMs.unwrap().optional(),
  userAgent: browserReport.userAgent.transform((text) => text.slice(0, maxUserAgentChars)),
  transferStartedAt: browserReport.transferStartedAt.out,
  transferCompletedAt: browserReport.transferCompletedAt.out,
  callerEmail: z.string().max(maxPersonChars.email),
  ipAddress: z.string().max(64),
});

/** With the uid of the reporting user; empty for a visitor. */
type Report = z.infer<typeof reportSchema> & { callerUid: string };

const assertPlausible = ({ transferStartedAt, transferCompletedAt }: Report, now: Date) => {
  const isForward = transferStartedAt <= transferCompletedAt;
  const isNow = Math.abs(transferCompletedAt.getTime() - now.getTime()) <= monthMs + clockSkewMs;
  if (isForward && isNow) return;
  throw new ServiceError(
    'invalid-argument',
    'implausible-times',
    'The transfer must have started before it ended, and ended recently.',
  );
};

/** Stores the connection type only; the addresses of both ends would reveal locations. */
const detailsOf = (report: Report): Record<string, unknown> => ({
  stunServersUsed: report.stunServersUsed,
  turnServersUsed: report.turnServersUsed,
  localCandidateType: report.localCandidateType,
  remoteCandidateType: report.remoteCandidateType,
  pairState: report.selectedCandidatePair?.state ?? '',
  averageSpeed: report.averageSpeed,
  rttMs: report.rttMs ?? null,
  packetsLost: report.packetsLost,
  userAgent: report.userAgent,
  isMobile: report.isMobile,
  browserType: report.browserType,
  startedAt: report.transferStartedAt,
  completedAt: report.transferCompletedAt,
});

const transferFrom = (report: Report, now: Date): Transfer => ({
  id: transferIdOf({
    ...report,
    startedAt: report.transferStartedAt,
    completedAt: report.transferCompletedAt,
  }),
  shareId: report.shareId,
  connectionType: report.connectionType,
  bytesTransferred: report.bytesTransferred,
  transferDurationMs: report.transferDurationMs,
  callerUid: report.callerUid,
  callerEmail: report.callerUid === '' ? '' : report.callerEmail,
  createdAt: now,
  details: detailsOf(report),
});

const transferRecorded = (transfer: Transfer): NewEvent =>
  newEvent(events.transferRecorded, {
    transferId: transfer.id,
    shareId: transfer.shareId,
    connectionType: transfer.connectionType,
    bytesTransferred: transfer.bytesTransferred,
    at: transfer.createdAt,
  });

/**
 * Rejects with `resource-exhausted/too-many-reports`. A repeated report changes nothing, nor does one of an unknown share
 * or of more bytes than the share's file has: anyone may report, and a refusal would tell holders of a link without its
 * password whether the share exists and how large its file is. So would the time of the response, so each report costs
 * as many database commands; the sums are updated when they are read (`analytics.rpc.ts`).
 */
export const recordTransfer = async (
  context: AnalyticsContext,
  request: unknown,
  callerUid: string,
) => {
  const report = { ...parseRequest(reportSchema, request), callerUid };
  const now = context.now();
  const retryAfterSeconds = await context.reportLimit.take(report.ipAddress, now);
  if (retryAfterSeconds > 0) {
    const message = 'Too many reports. Please try again later.';
    throw new ServiceError('resource-exhausted', 'too-many-reports', message, {
      retryAfterSeconds,
    });
  }
  assertPlausible(report, now);
  const maxBytes = await context.shares.maxBytesOf(report.shareId);
  const transfer = transferFrom(report, now);
  const isPossible = maxBytes !== null && report.bytesTransferred <= maxBytes;
  const isNew =
    isPossible && (await context.transfers.insert(transfer, transferRecorded(transfer)));
  if (!isPossible) await context.ignored.write(transfer);
  // The token of a deleted account is valid for a moment. An account deleted after this read is erased by its event.
  if (callerUid !== '' && (await context.users.isRemoved(callerUid)))
    await eraseCaller(context, callerUid);
  if (isNew) context.publishSoon();
};
