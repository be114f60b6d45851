import { z } from 'zod';
import type { Services } from '../clients.js';
import { route, type Route } from '../route.js';
import { done, shareId, success } from '../schemas.js';

const short = z.string().max(64);
const serverList = z.array(z.string().max(256)).max(16);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const maxBytes = Number.MAX_SAFE_INTEGER;
const monthMs = 31 * 24 * 60 * 60 * 1000;

const candidatePair = z.strictObject({
  localAddress: z.string().max(128),
  remoteAddress: z.string().max(128),
  priority: z.number().min(0),
  state: short,
});

const reportBody = z.strictObject({
  shareId,
  connectionType: z.enum(['turn', 'stun', 'direct', 'unknown']),
  stunServersUsed: serverList,
  turnServersUsed: serverList,
  localCandidateType: short,
  remoteCandidateType: short,
  selectedCandidatePair: candidatePair.nullable(),
  bytesTransferred: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().max(maxBytes)),
  transferDuration: z.number().min(0).max(monthMs),
  averageSpeed: short,
  rttMs: z.number().min(0).max(3_600_000).nullable(),
  packetsLost: z.number().int().min(0).max(maxBytes),
  userAgent: z.string().max(1024),
  isMobile: z.boolean(),
  browserType: z.enum(['iOS Safari', 'Safari', 'Other']),
  transferStartedAt: instant,
  transferCompletedAt: instant,
});

/** A browser's account of one transfer; visitors send it as well. */
export const analyticsRoutes = ({ analytics }: Services): Route[] => [
  route({
    method: 'post',
    path: '/api/transfer-analytics',
    summary: 'Record the statistics of one transfer.',
    access: 'optional',
    limit: 'report',
    body: reportBody,
    answer: { status: 200, schema: done },
    handle: async ({ body, caller, client }) => {
      const { transferDuration, rttMs, selectedCandidatePair, ...rest } = body;
      await analytics.recordTransfer({
        ...rest,
        selectedCandidatePair: selectedCandidatePair ?? undefined,
        transferDurationMs: Math.round(transferDuration),
        rttMs: rttMs ?? undefined,
        callerUid: caller?.uid ?? '',
        callerEmail: caller?.email ?? '',
        ipAddress: client.ipAddress,
      });
      return success;
    },
  }),
];
