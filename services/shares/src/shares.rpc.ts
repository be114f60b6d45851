import { parseRequest } from '@tandem/kit';
import { grpcService, subjectOf, userOf, type Authority } from '@tandem/kit/grpc';
import {
  SharesServiceDefinition,
  type Share as ShareMessage,
  type SharesServiceImplementation,
} from '@tandem/proto/tandem/shares/v1/shares';
import { accessShare, authorizeJoin } from './access/access.js';
import { recordDownload, reportDelivery } from './access/download.js';
import { renewGrant } from './access/grants.js';
import type { SharesContext } from './context.js';
import { cancelNotice, notifyDelivered, subscribeNotice } from './notices/notices.js';
import { reportUsage } from './plan/usage-report.js';
import {
  accessSchema,
  batchUsageSchema,
  cancelNoticeSchema,
  createShareSchema,
  downloadSchema,
  listSharesSchema,
  renewSchema,
  reportDeliverySchema,
  shareIdSchema,
  subscribeNoticeSchema,
  updateShareSchema,
  usageSchema,
} from './requests.js';
import { createShare } from './share/create.js';
import { deleteShare, notFound, restartShare, stopShare } from './share/lifecycle.js';
import { isActive, stateAt, type Share } from './share/share.js';
import { updateShare } from './share/update.js';

/** The share as its owner sees it, with the password, or as an admin sees it, without. */
const presentTo = (uid: string, context: SharesContext, share: Share): ShareMessage => {
  const state = stateAt(share, context.now());
  return {
    id: share.shareId,
    shareId: share.shareId,
    ownerUid: share.ownerUid,
    filename: share.filename,
    fileSize: share.fileSize,
    fileType: share.fileType,
    // Empty for the owner only if its key was retired; the share cannot be opened then either.
    password:
      share.ownerUid === uid ? (context.vault.open(share.shareId, share.password) ?? '') : '',
    downloadCount: share.downloadCount,
    expiresAt: share.expiresAt,
    isActive: state.kind === 'active',
    createdAt: share.createdAt,
    stopReason: state.kind === 'stopped' ? state.reason : '',
    stopNetworks:
      state.kind === 'stopped' && state.reason === 'wrong-passwords'
        ? [...(state.networks ?? [])]
        : [],
    asksFirst: share.asksFirst ?? false,
    note: share.note ?? '',
    label: share.label ?? '',
    maxDownloads: share.maxDownloads ?? 0,
    deliveredCount: share.deliveredCount ?? 0,
  };
};

/** The caller does not wait for push services. */
const sendDelivered = (context: SharesContext, shareId: string): void =>
  context.inBackground('notice of a delivery', () => notifyDelivered(context, shareId));

const accessMethods = (context: SharesContext) => ({
  accessShare: async (request: unknown, { user }: Authority) => {
    const { share, isOwner, grant } = await accessShare(context, {
      ...parseRequest(accessSchema, request),
      callerUid: user?.uid ?? '',
      sessionId: user?.sessionId ?? '',
    });
    const { shareId, filename, fileSize, fileType, expiresAt, ownerName = '' } = share;
    const { asksFirst = false, note = '' } = share;
    const file = { shareId, filename, fileSize, fileType };
    return { ...file, isOwner, grant, expiresAt, senderName: ownerName, asksFirst, note };
  },
  authorizeJoin: async (request: unknown, { user }: Authority) =>
    authorizeJoin(context, {
      ...parseRequest(accessSchema, request),
      callerUid: user?.uid ?? '',
    }),
  renewGrant: async (request: unknown, { user }: Authority) =>
    renewGrant(context, parseRequest(renewSchema, request).token, user),
  recordDownload: async (request: unknown) => {
    const report = parseRequest(downloadSchema, request);
    if (await recordDownload(context, report)) sendDelivered(context, report.shareId);
    return {};
  },
});

const ownerMethods = (context: SharesContext) => ({
  createShare: async (request: unknown, authority: Authority) => {
    const { uid } = userOf(authority);
    const wanted = { ...parseRequest(createShareSchema, request), ownerUid: uid };
    return presentTo(uid, context, await createShare(context, wanted));
  },
  listShares: async (request: unknown, authority: Authority) => {
    const { page, ownerUid, ...options } = parseRequest(listSharesSchema, request);
    const { uid } = userOf(authority);
    const { shares, total } = await context.shares.list(
      { ...options, ownerUid: subjectOf(authority, ownerUid), page: Math.max(0, page - 1) },
      context.now(),
    );
    return { shares: shares.map((share) => presentTo(uid, context, share)), total };
  },
  stopShare: async (request: unknown, authority: Authority) => {
    const { uid } = userOf(authority);
    const { shareId } = parseRequest(shareIdSchema, request);
    return presentTo(uid, context, await stopShare(context, uid, shareId));
  },
  restartShare: async (request: unknown, authority: Authority) => {
    const { uid } = userOf(authority);
    const { shareId } = parseRequest(shareIdSchema, request);
    return presentTo(uid, context, await restartShare(context, uid, shareId));
  },
  updateShare: async (request: unknown, authority: Authority) => {
    const { uid } = userOf(authority);
    const { shareId, ...wanted } = parseRequest(updateShareSchema, request);
    return presentTo(uid, context, await updateShare(context, uid, shareId, wanted));
  },
  deleteShare: async (request: unknown, authority: Authority) => {
    const { shareId } = parseRequest(shareIdSchema, request);
    await deleteShare(context, userOf(authority).uid, shareId);
    return {};
  },
  reportDelivery: async (request: unknown, authority: Authority) => {
    const report = parseRequest(reportDeliverySchema, request);
    const isConfirmed = await reportDelivery(context, {
      ...report,
      ownerUid: userOf(authority).uid,
    });
    if (isConfirmed) sendDelivered(context, report.shareId);
    return {};
  },
});

const noticeMethods = (context: SharesContext) => ({
  subscribeNotice: async (request: unknown, { user }: Authority) => {
    const { shareId, grant, client, ...subscription } = parseRequest(
      subscribeNoticeSchema,
      request,
    );
    await subscribeNotice(context, { shareId, grant, client, subscription }, user);
    return {};
  },
  cancelNotice: async (request: unknown) => {
    await cancelNotice(context, parseRequest(cancelNoticeSchema, request));
    return {};
  },
});

const usageMethods = (context: SharesContext) => ({
  getShareInfo: async (request: unknown) => {
    const share = await context.shares.find(parseRequest(shareIdSchema, request).shareId);
    if (!share) throw notFound();
    const { shareId, ownerUid, expiresAt, epoch, passwordEpoch = 0 } = share;
    const state = { isActive: isActive(share, context.now()), expiresAt };
    return { shareId, ownerUid, ...state, epoch, passwordEpoch };
  },
  getUsage: async (request: unknown, authority: Authority) => {
    const ownerUid = subjectOf(authority, parseRequest(usageSchema, request).ownerUid);
    const [usage] = await reportUsage(context, [ownerUid]);
    return usage ?? {};
  },
  batchGetUsage: async (request: unknown) => {
    const { ownerUids } = parseRequest(batchUsageSchema, request);
    return { usages: await reportUsage(context, ownerUids) };
  },
});

export const sharesService = (context: SharesContext) => {
  const implementation: SharesServiceImplementation<Authority> = {
    ...ownerMethods(context),
    ...accessMethods(context),
    ...noticeMethods(context),
    ...usageMethods(context),
  };
  return grpcService(SharesServiceDefinition, implementation);
};
