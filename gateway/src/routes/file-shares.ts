import { z } from 'zod';
import type { Share } from '@tandem/proto/tandem/shares/v1/shares';
import { subjectUid, type Caller } from '../auth.js';
import type { Services } from '../clients.js';
import { route, type Route } from '../route.js';
import {
  before,
  countIn,
  done,
  iso,
  isoDate,
  shareParams,
  success,
  tokenBody,
  uid,
} from '../schemas.js';

/** Display data from the sender's browser; never authority. */
const firebaseUser = z.strictObject({
  uid: z.string().max(128),
  email: z.string().max(320).nullish(),
  displayName: z.string().max(200).nullish(),
  photoURL: z.string().max(2048).nullish(),
});

const createBody = z.strictObject({
  filename: z.string().min(1).max(1024),
  fileSize: z.string().min(1).max(64),
  fileType: z.string().max(255).optional(),
  firebaseUser: firebaseUser.nullish(),
  expiresInDays: z.number().int().min(1).max(3650).optional(),
  fileSizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

const shareAnswer = z.strictObject({
  id: z.string(),
  shareId: z.string(),
  filename: z.string(),
  fileSize: z.string(),
  fileType: z.string(),
  password: z.string(),
  downloadCount: z.number(),
  expiresAt: isoDate,
  isActive: z.boolean(),
  createdAt: isoDate,
  stopReason: z.string().nullable(),
});

const present = (share: Share): z.infer<typeof shareAnswer> => ({
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
});

const owned = (caller: Caller, shareId: string) => ({ ownerUid: caller.uid, shareId });

const defaultFileType = 'application/octet-stream';
const maxListed = 500;
const defaultListed = 200;

/** An owner's own shares. A stranger's share is "not found" here, whoever asks. */
export const fileShareRoutes = ({ shares }: Services): Route[] => [
  route({
    method: 'post',
    path: '/api/file-shares',
    summary: 'Create a share with a generated password.',
    access: 'user',
    limit: 'write',
    body: createBody,
    answer: { status: 201, schema: shareAnswer },
    handle: async ({ body, caller, client }) =>
      present(
        await shares.createShare({
          ownerUid: caller.uid,
          ownerEmail: caller.email,
          ownerName: caller.displayName,
          filename: body.filename,
          fileSize: body.fileSize,
          fileType: body.fileType ?? defaultFileType,
          expiresInDays: body.expiresInDays ?? 0,
          fileSizeBytes: body.fileSizeBytes,
          client,
        }),
      ),
  }),
  route({
    method: 'get',
    path: '/api/file-shares',
    summary: "The user's shares, newest first.",
    access: 'user',
    limit: 'read',
    query: z.strictObject({
      userId: uid.optional(),
      limit: countIn(maxListed).optional(),
      before: before.optional(),
    }),
    answer: { status: 200, schema: z.array(shareAnswer) },
    handle: async ({ query, caller }) => {
      const answer = await shares.listShares({
        ownerUid: subjectUid(caller, query.userId),
        limit: query.limit ?? defaultListed,
        before: query.before,
      });
      return answer.shares.map(present);
    },
  }),
  route({
    method: 'post',
    path: '/api/file-shares/:shareId/stop',
    summary: 'Stop a share: its link opens nothing until it is restarted.',
    access: 'user',
    limit: 'write',
    params: shareParams,
    body: tokenBody,
    answer: { status: 200, schema: shareAnswer },
    handle: async ({ params, caller }) =>
      present(await shares.stopShare(owned(caller, params.shareId))),
  }),
  route({
    method: 'post',
    path: '/api/file-shares/:shareId/restart',
    summary: 'Restart a stopped share that has not expired.',
    access: 'user',
    limit: 'write',
    params: shareParams,
    body: tokenBody,
    answer: { status: 200, schema: shareAnswer },
    handle: async ({ params, caller }) =>
      present(await shares.restartShare(owned(caller, params.shareId))),
  }),
  route({
    method: 'delete',
    path: '/api/file-shares/:shareId',
    summary: 'Delete an expired share.',
    access: 'user',
    limit: 'write',
    params: shareParams,
    answer: { status: 200, schema: done },
    handle: async ({ params, caller }) => {
      await shares.deleteShare(owned(caller, params.shareId));
      return success;
    },
  }),
];
