import { onBehalfOf } from '@tandem/kit/grpc';
import { totalHeader } from '@tandem/proto/browser/headers';
import { done, tokenBody, type Done } from '@tandem/proto/browser/http/fields';
import {
  createShareHeaders,
  createShareRequest,
  fileShare,
  fileShareParams,
  fileShares,
  listSharesQuery,
  updateShareRequest,
  type FileShare,
} from '@tandem/proto/browser/http/file-shares';
import type { Share } from '@tandem/proto/tandem/shares/v1/shares';
import { iso, success } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

const present = (share: Share): FileShare => ({
  id: share.id,
  shareId: share.shareId,
  filename: share.filename,
  fileSize: share.fileSize,
  fileType: share.fileType,
  password: share.password,
  downloadCount: share.downloadCount,
  expiresAt: iso(share.expiresAt),
  isActive: share.isActive,
  createdAt: iso(share.createdAt),
  stopReason: share.stopReason || null,
  stopNetworks: share.stopNetworks,
  asksFirst: share.asksFirst,
  note: share.note,
  label: share.label,
  maxDownloads: share.maxDownloads || null,
  deliveredCount: share.deliveredCount,
});

const defaultFileType = 'application/octet-stream';
const defaultListed = 200;

/** The shares of their owner; other users' shares are "not found". */
export const fileShareRoutes = ({
  services: { shares },
  adminLog,
  security,
}: Pick<RouteDeps, 'services' | 'adminLog' | 'security'>): Route[] => [
  route({
    method: 'post',
    path: '/api/file-shares',
    summary: 'Create a share with a generated password.',
    access: 'user',
    limit: 'write',
    headers: createShareHeaders,
    body: createShareRequest,
    response: { status: 201, schema: fileShare },
    handle: async ({ headers, body, caller, client }) =>
      present(
        await shares.createShare(
          {
            ownerEmail: caller.email,
            ownerName: caller.displayName,
            filename: body.filename,
            fileSize: body.fileSize,
            fileType: body.fileType ?? defaultFileType,
            expiresInDays: body.expiresInDays ?? 0,
            fileSizeBytes: body.fileSizeBytes,
            client,
            idempotencyKey: headers['idempotency-key'] ?? '',
            asksFirst: body.asksFirst ?? false,
            note: body.note ?? '',
            label: body.label ?? '',
            maxDownloads: body.maxDownloads ?? 0,
            password: body.password ?? '',
          },
          onBehalfOf(caller),
        ),
      ),
  }),
  route({
    method: 'get',
    path: '/api/file-shares',
    summary: "A page of the user's shares; the newest first by default.",
    access: 'user',
    limit: 'read',
    caching: 'validate',
    query: listSharesQuery,
    response: { status: 200, schema: fileShares },
    handle: async ({ query, caller, response }): Promise<FileShare[]> => {
      const ownerUid = await adminLog.subjectUid(caller, query.userId, 'shares-viewed');
      const reply = await shares.listShares(
        {
          ownerUid,
          limit: query.limit ?? defaultListed,
          search: query.search ?? '',
          status: query.status ?? '',
          sort: query.sort ?? '',
          isAscending: query.order === 'asc',
          page: query.page ?? 1,
        },
        onBehalfOf(caller),
      );
      response.set(totalHeader, String(reply.total));
      return reply.shares.map(present);
    },
  }),
  route({
    method: 'patch',
    path: '/api/file-shares/:shareId',
    summary: 'Change what the owner chose for a share. Another password ends running downloads.',
    access: 'user',
    limit: 'write',
    params: fileShareParams,
    body: updateShareRequest,
    response: { status: 200, schema: fileShare },
    handle: async ({ params, body, caller }) => {
      const { maxDownloads, ...fields } = body;
      const limit = maxDownloads === undefined ? {} : { maxDownloads: maxDownloads ?? 0 };
      const request = { shareId: params.shareId, ...fields, ...limit };
      return present(await shares.updateShare(request, onBehalfOf(caller)));
    },
  }),
  route({
    method: 'post',
    path: '/api/file-shares/:shareId/stop',
    criticality: 'high',
    summary: 'Stop a share; it denies access until it is restarted.',
    access: 'user',
    signedOutMessage: 'You must be signed in to stop a share',
    limit: 'write',
    params: fileShareParams,
    body: tokenBody,
    response: { status: 200, schema: fileShare },
    handle: async ({ params, caller }) =>
      present(await shares.stopShare({ shareId: params.shareId }, onBehalfOf(caller))),
  }),
  route({
    method: 'post',
    path: '/api/file-shares/:shareId/restart',
    summary: 'Restart a stopped share that has not expired.',
    access: 'user',
    signedOutMessage: 'You must be signed in to restart a share',
    limit: 'write',
    params: fileShareParams,
    body: tokenBody,
    response: { status: 200, schema: fileShare },
    handle: async ({ params, caller }) =>
      present(await shares.restartShare({ shareId: params.shareId }, onBehalfOf(caller))),
  }),
  route({
    method: 'delete',
    path: '/api/file-shares/:shareId',
    criticality: 'high',
    summary: 'Delete an expired share.',
    access: 'user',
    limit: 'write',
    params: fileShareParams,
    response: { status: 200, schema: done },
    handle: async ({ params, caller }): Promise<Done> => {
      await shares.deleteShare({ shareId: params.shareId }, onBehalfOf(caller));
      security.record('sensitive_delete', { action: 'share-deleted' });
      return success;
    },
  }),
];
