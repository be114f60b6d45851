import { ServiceError } from '@tandem/kit';
import { onBehalfOf } from '@tandem/kit/grpc';
import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import { done, type Done } from '@tandem/proto/browser/http/fields';
import {
  countersignature,
  countersignQuery,
  countersignRequest,
  pendingCountersignature,
  pendingReasons,
  type Countersignature,
  type PendingCountersignature,
} from '@tandem/proto/browser/http/receipt';
import {
  openedShare,
  openShareRequest,
  recordDownloadRequest,
  renewGrantRequest,
  reportDeliveryRequest,
  sharedFile,
  shareGrant,
  shareParams,
  type DownloaderInfo,
  type OpenedShare,
  type SharedFile,
  type ShareGrant,
} from '@tandem/proto/browser/http/shares';
import type { Countersignature as SignedReceipt } from '@tandem/proto/tandem/audit/v1/audit';
import type { AccessShareResult } from '@tandem/proto/tandem/shares/v1/shares';
import { z } from 'zod';
import { grantOf, type Caller } from '../auth.js';
import { ownShare } from '../own-share.js';
import { iso, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route, type RouteInput } from '../route.js';

const presentLookup = (result: AccessShareResult): SharedFile => ({
  shareId: result.shareId,
  filename: result.filename,
  fileSize: result.fileSize,
  fileType: result.fileType,
  isOwner: result.isOwner,
});

const presentCountersignature = (
  statementSha256: string,
  { at, kid, publicKey, signature, proof, head }: SignedReceipt,
): Countersignature => {
  if (!proof || !head) throw new TypeError('a countersignature without its proof');
  return {
    version: 2,
    statementSha256,
    at: iso(at),
    kid,
    publicKey,
    signature,
    proof: { index: proof.index, path: proof.path },
    head: { ...head, at: iso(head.at) },
  };
};

/** Null for other errors. */
const pendingAfter = (error: unknown): PendingCountersignature | null => {
  const pending =
    error instanceof ServiceError && pendingReasons.find((reason) => reason === error.reason);
  return pending ? { pending } : null;
};

const presentGrant = (issued: AccessShareResult['grant']): ShareGrant => {
  if (!issued) throw new Error('shares returned no grant');
  return { grant: issued.token, grantExpiresAt: iso(issued.expiresAt) };
};

/** The share of a token that the shares service has just signed; the signature is not checked. */
const shareIdOf = (token: string): unknown => {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof claims === 'object' && claims !== null && 'shareId' in claims
    ? claims.shareId
    : undefined;
};

/** The specified refusal of an empty share password. */
const requirePassword = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed !== '') return trimmed;
  throw new ServiceError(
    'invalid-argument',
    'password-required',
    'Please enter the password to access this file.',
  );
};

/** The specified refusals of missing or malformed recipient details. */
const requireDownloader = (info: DownloaderInfo) => {
  const name = replaceDeceptive(info.name, ' ').trim();
  const email = replaceDeceptive(info.email, ' ').trim();
  if (name === '' || email === '') {
    throw new ServiceError(
      'invalid-argument',
      'information-required',
      'Please enter both your name and email address.',
    );
  }
  if (!email.includes('@')) {
    throw new ServiceError(
      'invalid-argument',
      'invalid-email',
      'Please enter a valid email address.',
    );
  }
  return { name, email };
};

type Input = Pick<RouteInput<unknown, unknown, unknown, unknown, 'optional'>, 'client'> & {
  caller: Caller | undefined;
};

/** Requests of a link's holder, signed in or not; a wrong password and an unknown id get the same response. */
export const shareRoutes = ({ services }: Pick<RouteDeps, 'services'>): Route[] => {
  const { shares, audit } = services;
  /** The owner's session suffices; other callers need the password. */
  const access = async (id: string, secret: string, { caller, client }: Input) => {
    const byOwner = secret.trim() === '' && (await ownShare(services, caller, id)) !== null;
    const password = byOwner ? '' : requirePassword(secret);
    return shares.accessShare({ shareId: id, password, client }, onBehalfOf(caller));
  };
  return [
    route({
      method: 'get',
      path: '/api/shares/:id',
      summary: 'Look up a share with its password.',
      access: 'optional',
      limit: 'guess',
      limitPer: 'id',
      params: shareParams,
      query: openShareRequest,
      response: { status: 200, schema: sharedFile },
      handle: async (input) =>
        presentLookup(await access(input.params.id, input.query.password, input)),
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/access',
      summary: 'Open a share with its password; returns a grant for signalling and TURN.',
      access: 'optional',
      limit: 'guess',
      limitPer: 'id',
      params: shareParams,
      body: openShareRequest,
      response: { status: 200, schema: openedShare },
      handle: async (input): Promise<OpenedShare> => {
        const result = await access(input.params.id, input.body.password, input);
        return {
          ...presentLookup(result),
          ...presentGrant(result.grant),
          expiresAt: iso(result.expiresAt),
          senderName: result.senderName,
          asksFirst: result.asksFirst,
          note: result.note,
        };
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/grant',
      summary: "Renew a valid grant; a sender's needs the session that it was issued to.",
      access: 'optional',
      limit: 'read',
      limitPer: 'id',
      params: shareParams,
      body: renewGrantRequest,
      response: { status: 200, schema: shareGrant },
      handle: async ({ params: { id }, body, caller }) => {
        const renewed = await shares.renewGrant({ token: body.grant }, onBehalfOf(caller));
        // Refuse a grant of another share.
        if (shareIdOf(renewed.token) !== id) {
          throw new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.');
        }
        return presentGrant(renewed);
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/download',
      summary: 'Record the outcome of a download, authorized by the password or a grant.',
      access: 'public',
      limit: 'report',
      limitPer: 'id',
      params: shareParams,
      body: recordDownloadRequest,
      response: { status: 200, schema: done },
      handle: async ({ params: { id }, body, client, request }): Promise<Done> => {
        const proof = body.grant ?? grantOf(request) ?? '';
        await shares.recordDownload({
          shareId: id,
          grant: proof,
          password: proof ? '' : requirePassword(body.password ?? ''),
          ...requireDownloader(body.downloaderInfo),
          client,
          isFailure: body.outcome === 'failed',
          deliveryId: body.deliveryId ?? '',
          reason: body.reason ?? '',
        });
        return success;
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/delivery',
      summary: "Report the end of a transfer as the owner's page saw it.",
      access: 'user',
      limit: 'write',
      params: shareParams,
      body: reportDeliveryRequest,
      response: { status: 200, schema: done },
      handle: async ({ params: { id }, body, caller, client }): Promise<Done> => {
        await shares.reportDelivery(
          {
            shareId: id,
            deliveryId: body.deliveryId,
            outcome: body.outcome,
            bytes: body.bytes,
            reason: body.reason ?? '',
            recipientName: body.recipient?.name ?? '',
            recipientEmail: body.recipient?.email ?? '',
            client,
          },
          onBehalfOf(caller),
        );
        return success;
      },
    }),
    route({
      method: 'post',
      path: '/api/shares/:id/receipt',
      summary:
        'Submit a receipt; the audit log countersigns it when both sides have submitted the same. Until then, `pending=202` selects the status 202.',
      access: 'optional',
      // Not the limit of download reports, so that receipts cannot use it up.
      limit: 'write',
      params: shareParams,
      query: countersignQuery,
      body: countersignRequest,
      response: { status: 200, schema: z.union([countersignature, pendingCountersignature]) },
      handle: async ({ params: { id }, query, body, caller, request, response }) => {
        const submission = { shareId: id, ...body, grant: grantOf(request) ?? '' };
        try {
          const signed = await audit.countersign(submission, onBehalfOf(caller));
          return presentCountersignature(body.statementSha256, signed);
        } catch (error) {
          const pending = query.pending === '202' && pendingAfter(error);
          if (!pending) throw error;
          response.status(202);
          return pending;
        }
      },
    }),
  ];
};
