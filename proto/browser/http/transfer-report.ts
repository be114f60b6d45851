import { z } from 'zod';
import { browserTypes, connectionTypes } from '../transfers.js';
import { instant, shareId } from './fields.js';

export const connectionType = z.enum(connectionTypes);

const short = z.string().max(64);
const serverList = z.array(z.string().max(256)).max(16);
const maxCount = Number.MAX_SAFE_INTEGER;
const monthMs = 31 * 24 * 60 * 60 * 1000;

const candidatePair = z.object({
  localAddress: z.string().max(128),
  remoteAddress: z.string().max(128),
  priority: z.number().min(0),
  state: short,
});

/** Statistics of one transfer, from `RTCPeerConnection.getStats()`. Reports ignore unknown fields; see shares.ts. */
export const transferReport = z.object({
  shareId,
  connectionType,
  stunServersUsed: serverList,
  turnServersUsed: serverList,
  localCandidateType: short,
  remoteCandidateType: short,
  selectedCandidatePair: candidatePair.nullable(),
  /** Decimal digits. */
  bytesTransferred: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().max(maxCount)),
  /** Milliseconds. */
  transferDuration: z.number().min(0).max(monthMs),
  /** Bytes per second. */
  averageSpeed: short,
  rttMs: z.number().min(0).max(3_600_000).nullable(),
  packetsLost: z.number().int().min(0).max(maxCount),
  userAgent: z.string().max(1024),
  isMobile: z.boolean(),
  browserType: z.enum(browserTypes),
  transferStartedAt: instant,
  transferCompletedAt: instant,
});
export type TransferReport = z.input<typeof transferReport>;
