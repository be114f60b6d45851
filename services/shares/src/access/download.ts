import { createHash } from 'node:crypto';
import { ServiceError } from '@tandem/kit';
import { accessRefused, admit } from './admission.js';
import type { SharesContext } from '../context.js';
import { grantTtlSeconds, readGrant } from './grants.js';
import { stateAt } from '../share/share.js';
import type { Share } from '../share/share.store.js';
import { downloadEnded, type ClientInfo } from '../share/share-events.js';

export interface DownloadReport {
  shareId: string;
  /** Either the password or the grant is required. */
  password: string;
  grant: string;
  name: string;
  email: string;
  client: ClientInfo;
  /** The transfer failed: it is recorded but does not increment the download count. */
  isFailure: boolean;
}

/** A transfer may end, and be recorded, after the share was stopped or has expired. */
const recordGraceMs = 24 * 60 * 60 * 1000;

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

/** Without a grant there is no viewer id; a hash of e-mail and address replaces it. */
const byPassword = async (context: SharesContext, request: DownloadReport) => {
  const { shareId, password, client } = request;
  const admission = { shareId, password, callerUid: '', client };
  const { share } = await admit(context, admission, { graceMs: recordGraceMs });
  const viewer = createHash('sha256')
    .update(`${request.email.toLowerCase()}\0${client.ipAddress}`)
    .digest('base64url');
  return { share, viewer };
};

const markDownload = async (
  context: SharesContext,
  share: Share,
  viewer: string,
  request: DownloadReport,
) => {
  const now = context.now();
  const buckets = [bucketAt(now, 0), bucketAt(now, 1)] as const;
  const marks = await context.shares.downloadMarks(share.shareId);
  // No writer adds to a past bucket, so removing whole buckets cannot race.
  const staleBuckets = Object.keys(marks).filter((bucket) => Number(bucket) < Number(buckets[1]));
  const { shareId } = share;
  await context.shares.markDownload({
    shareId,
    // Failures and completions are deduplicated separately.
    viewer: request.isFailure ? `failed-${viewer}` : viewer,
    buckets,
    staleBuckets,
    at: now,
    event: downloadEnded(share, request.client, request, now),
    downloads: request.isFailure ? 0 : 1,
  });
  context.publishSoon();
};

/** Idempotent per viewer, outcome and deduplication window. */
export const recordDownload = async (
  context: SharesContext,
  request: DownloadReport,
): Promise<void> => {
  if (!request.grant && !request.password) {
    throw new ServiceError('unauthenticated', 'no-proof', 'A password or a grant is required.');
  }
  const prove = request.grant ? byGrant : byPassword;
  const { share, viewer } = await prove(context, request);
  await markDownload(context, share, viewer, request);
};
