import { serverNow } from '../../lib/http/server-time.js';
import { daysUntil } from '../../lib/texts/format.js';
import type { FileShare } from './api.js';

/** The status of a share in the list. */
export type ShareStatus =
  | { kind: 'expired' }
  | { kind: 'stopped' }
  | { kind: 'active'; daysLeft: number };

/**
 * Why a share is stopped after its downloads had reached the owner's limit: `raised` when the owner has raised or
 * removed the limit since, which alone does not start it again. Null for other shares.
 */
export const limitStop = (
  share: Pick<FileShare, 'stopReason' | 'isActive' | 'deliveredCount' | 'maxDownloads'>,
): 'reached' | 'raised' | null => {
  if (share.isActive || share.stopReason !== 'download-limit') return null;
  return share.maxDownloads && share.deliveredCount >= share.maxDownloads ? 'reached' : 'raised';
};

export const shareStatus = (
  share: Pick<FileShare, 'expiresAt' | 'isActive'>,
  now: number = serverNow(),
): ShareStatus => {
  if (now > Date.parse(share.expiresAt)) return { kind: 'expired' };
  if (!share.isActive) return { kind: 'stopped' };
  return { kind: 'active', daysLeft: daysUntil(share.expiresAt, now) };
};

export const countByStatus = (
  shares: readonly FileShare[],
  now: number = serverNow(),
): Record<ShareStatus['kind'], number> => {
  const counts = { active: 0, stopped: 0, expired: 0 };
  for (const share of shares) counts[shareStatus(share, now).kind] += 1;
  return counts;
};
