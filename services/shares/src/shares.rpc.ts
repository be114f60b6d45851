import { parseRequest } from '@tandem/kit';
import { grpcService } from '@tandem/kit/grpc';
import {
  SharesServiceDefinition,
  type Share as ShareMessage,
  type SharesServiceImplementation,
} from '@tandem/proto/tandem/shares/v1/shares';
import { accessShare, authorizeJoin } from './access/access.js';
import type { SharesContext } from './context.js';
import { createShare } from './share/create.js';
import { recordDownload, reportDelivery } from './access/download.js';
import { renewGrant } from './access/grants.js';
import { deleteShare, notFound, restartShare, stopShare } from './share/lifecycle.js';
import {
  accessSchema,
  batchUsageSchema,
  createShareSchema,
  defaultListLimit,
  downloadSchema,
  listSharesSchema,
  ownedShareSchema,
  renewSchema,
  reportDeliverySchema,
  shareIdSchema,
  usageSchema,
} from './requests.js';
import { isActive, stateAt } from './share/share.js';
import type { Share } from './share/share.store.js';
import { reportUsage } from './plan/usage-report.js';

/** The share as its owner sees it, with the password. */
const toOwner = (context: SharesContext, share: Share): ShareMessage => {
  const state = stateAt(share, context.now());
  return {
    id: share.shareId,
    shareId: share.shareId,
    ownerUid: share.ownerUid,
    filename: share.filename,
    fileSize: share.fileSize,
    fileType: share.fileType,
    // Empty only if its key was retired; the share cannot be opened then either.
    password: context.vault.open(share.shareId, share.password) ?? '',
    downloadCount: share.downloadCount,
    expiresAt: share.expiresAt,
    isActive: state.kind === 'active',
    createdAt: share.createdAt,
    stopReason: state.kind === 'stopped' ? state.reason : '',
  };
};

const accessMethods = (context: SharesContext) => ({
  accessShare: async (request: unknown) => {
    const { share, isOwner, grant } = await accessShare(
      context,
      parseRequest(accessSchema, request),
    );
    const { shareId, filename, fileSize, fileType, expiresAt } = share;
    return { shareId, filename, fileSize, fileType, isOwner, grant, expiresAt };
  },
  authorizeJoin: async (request: unknown) =>
    authorizeJoin(context, parseRequest(accessSchema, request)),
  renewGrant: async (request: unknown) =>
    renewGrant(context, parseRequest(renewSchema, request).token),
  recordDownload: async (request: unknown) => {
    await recordDownload(context, parseRequest(downloadSchema, request));
    return {};
  },
});

const ownerMethods = (context: SharesContext) => ({
  createShare: async (request: unknown) =>
    toOwner(context, await createShare(context, parseRequest(createShareSchema, request))),
  listShares: async (request: unknown) => {
    const { ownerUid, limit, before } = parseRequest(listSharesSchema, request);
    const shares = await context.shares.list(ownerUid, limit || defaultListLimit, before);
    return { shares: shares.map((share) => toOwner(context, share)) };
  },
  stopShare: async (request: unknown) => {
    const { ownerUid, shareId } = parseRequest(ownedShareSchema, request);
    return toOwner(context, await stopShare(context, ownerUid, shareId));
  },
  restartShare: async (request: unknown) => {
    const { ownerUid, shareId } = parseRequest(ownedShareSchema, request);
    return toOwner(context, await restartShare(context, ownerUid, shareId));
  },
  deleteShare: async (request: unknown) => {
    const { ownerUid, shareId } = parseRequest(ownedShareSchema, request);
    await deleteShare(context, ownerUid, shareId);
    return {};
  },
  reportDelivery: async (request: unknown) => {
    await reportDelivery(context, parseRequest(reportDeliverySchema, request));
    return {};
  },
});

const usageMethods = (context: SharesContext) => ({
  getShareInfo: async (request: unknown) => {
    const share = await context.shares.find(parseRequest(shareIdSchema, request).shareId);
    if (!share) throw notFound();
    const { shareId, ownerUid, expiresAt } = share;
    return { shareId, ownerUid, expiresAt, isActive: isActive(share, context.now()) };
  },
  getUsage: async (request: unknown) => {
    const { ownerUid } = parseRequest(usageSchema, request);
    const [usage] = await reportUsage(context, [ownerUid]);
    return usage ?? {};
  },
  batchGetUsage: async (request: unknown) => {
    const { ownerUids } = parseRequest(batchUsageSchema, request);
    return { usages: await reportUsage(context, ownerUids) };
  },
});

export const sharesService = (context: SharesContext) => {
  const implementation: SharesServiceImplementation = {
    ...ownerMethods(context),
    ...accessMethods(context),
    ...usageMethods(context),
  };
  return grpcService(SharesServiceDefinition, implementation);
};
