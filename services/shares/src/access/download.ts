import { createHash } from 'node:crypto';
import { ServiceError } from '@tandem/kit';
import { accessRefused, admit } from './admission.js';
import type { SharesContext } from '../context.js';
import { grantTtlSeconds, readGrant } from './grants.js';
import { stateAt } from '../share/share.js';
import type { Share } from '../share/share.store.js';
import { downloadEnded, type Origin } from '../shares.events.js';

export interface EndedDownload {
  shareId: string;
  /** One of the two proves the right to record. */
  password: string;
  grant: string;
  name: string;
  email: string;
  origin: Origin;
  /** The transfer ended without the file: told, and counted as no download. */
  isFailure: boolean;
}

/** A transfer that began before the link was stopped or expired may end, and be recorded, after it. */
const recordGraceMs = 24 * 60 * 60 * 1000;

/** Of the length of a grant: a request repeated within one is the same download. */
const bucketMs = grantTtlSeconds * 1000;

const bucketAt = (at: Date, ago: number): string =>
  String(Math.floor(at.getTime() / bucketMs) - ago);

const byGrant = async (context: SharesContext, request: EndedDownload) => {
  const claims = await readGrant(context, request.grant);
  if (claims.shareId !== request.shareId || claims.role !== 'receiver') throw accessRefused();
  const share = await context.shares.find(request.shareId);
  if (!share || stateAt(share, context.now()).kind === 'deleted') throw accessRefused();
  return { share, viewer: claims.viewerId };
};

/** Somebody with a password only has no viewer id: the person and the address they came from stand in. */
const byPassword = async (context: SharesContext, request: EndedDownload) => {
  const { shareId, password, origin } = request;
  const admission = { shareId, password, callerUid: '', origin };
  const { share } = await admit(context, admission, { graceMs: recordGraceMs });
  const viewer = createHash('sha256')
    .update(`${request.email.toLowerCase()}\0${origin.ipAddress}`)
    .digest('base64url');
  return { share, viewer };
};

const count = async (
  context: SharesContext,
  share: Share,
  viewer: string,
  request: EndedDownload,
) => {
  const now = context.now();
  const buckets = [bucketAt(now, 0), bucketAt(now, 1)] as const;
  const marks = await context.shares.downloadMarks(share.shareId);
  // Nobody writes into the past, so whole buckets can go without a race.
  const staleBuckets = Object.keys(marks).filter((bucket) => Number(bucket) < Number(buckets[1]));
  const { shareId } = share;
  await context.shares.markDownload({
    shareId,
    // A failure does not stand in the way of the success that follows it, nor the other way round.
    viewer: request.isFailure ? `failed-${viewer}` : viewer,
    buckets,
    staleBuckets,
    at: now,
    event: downloadEnded(share, request.origin, request, now),
    downloads: request.isFailure ? 0 : 1,
  });
  context.publishSoon();
};

/** Once per viewer, outcome and ten minutes: a client that repeats its request changes nothing. */
export const recordDownload = async (
  context: SharesContext,
  request: EndedDownload,
): Promise<void> => {
  if (!request.grant && !request.password) {
    throw new ServiceError('unauthenticated', 'no-proof', 'A password or a grant is needed.');
  }
  const prove = request.grant ? byGrant : byPassword;
  const { share, viewer } = await prove(context, request);
  await count(context, share, viewer, request);
};
