import { parseRequest, ServiceError } from '@tandem/kit';
import { newEvent } from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import { z } from 'zod';
import type { AnalyticsContext } from '../context.js';
import { connectionTypes, transferIdOf, type Transfer } from './transfer.js';

const short = z.string().max(128);
const servers = z.array(z.string().max(256)).max(16);
const size = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const monthMs = 31 * 86_400_000;
/** Clocks of browsers are wrong by this much at most; further is no report of a transfer of ours. */
const clockSkewMs = 2 * 86_400_000;

const reportSchema = z.object({
  shareId: z.string().regex(/^[\w-]{1,64}$/),
  connectionType: z.enum(connectionTypes),
  stunServersUsed: servers,
  turnServersUsed: servers,
  localCandidateType: short,
  remoteCandidateType: short,
  selectedCandidatePair: z
    .object({ localAddress: short, remoteAddress: short, priority: z.number(), state: short })
    .optional(),
  bytesTransferred: size,
  transferDurationMs: z.number().int().min(0).max(monthMs),
  averageSpeed: short,
  rttMs: z.number().min(0).optional(),
  packetsLost: size,
  userAgent: z.string().transform((text) => text.slice(0, 512)),
  isMobile: z.boolean(),
  browserType: short,
  transferStartedAt: z.date(),
  transferCompletedAt: z.date(),
  callerUid: z.string().max(128),
  callerEmail: z.string().max(254),
  ipAddress: z.string().max(64),
});

type Report = z.infer<typeof reportSchema>;

const assertPlausible = ({ transferStartedAt, transferCompletedAt }: Report, now: Date) => {
  const isForward = transferStartedAt <= transferCompletedAt;
  const isNow = Math.abs(transferCompletedAt.getTime() - now.getTime()) <= monthMs + clockSkewMs;
  if (isForward && isNow) return;
  throw new ServiceError(
    'invalid-argument',
    'implausible-times',
    'The transfer must have started before it ended, and lately.',
  );
};

/** Addresses of the two ends tell where people are: only how they were connected is kept. */
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

/**
 * Rejects with `not-found/share-not-found` and `resource-exhausted/too-many-reports`. A report that was
 * sent before changes nothing.
 */
export const recordTransfer = async (context: AnalyticsContext, request: unknown) => {
  const report = parseRequest(reportSchema, request);
  const now = context.now();
  const retryAfterSeconds = await context.reportLimit.take(report.ipAddress, now);
  if (retryAfterSeconds > 0) {
    const message = 'Too many reports. Please try again later.';
    throw new ServiceError('resource-exhausted', 'too-many-reports', message, {
      retryAfterSeconds,
    });
  }
  assertPlausible(report, now);
  if (!(await context.shares.has(report.shareId))) {
    throw new ServiceError('not-found', 'share-not-found', 'Share not found.');
  }
  const transfer = transferFrom(report, now);
  const event = newEvent(events.transferRecorded, {
    transferId: transfer.id,
    shareId: transfer.shareId,
    connectionType: transfer.connectionType,
    bytesTransferred: transfer.bytesTransferred,
    at: now,
  });
  if (!(await context.transfers.insert(transfer, event))) return;
  context.publishSoon();
  await context.count();
};
