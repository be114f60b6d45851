import type { Role } from '@tandem/proto/browser/ws/frames';
import type { SharesContext } from '../context.js';
import { generateId } from '../share/password.js';
import { accessAttempted } from '../share/share-events.js';
import { checkAccess, type CheckedAccess, type AccessRequest } from './check-access.js';
import { issueGrant } from './grants.js';

const roleOf = ({ isOwner }: CheckedAccess): Role => (isOwner ? 'sender' : 'receiver');

/**
 * Records an access in the owner's audit log before the call returns, except the owner's own access by session. A stop
 * between the read of the share and this write counts as later than the access.
 */
const recordAttempt = async (
  context: SharesContext,
  { share, isOwner, bySession }: CheckedAccess,
  { callerUid, client }: AccessRequest,
) => {
  if (bySession || !context.shouldLogAccess(share.shareId, client.ipAddress)) return;
  const caller = { uid: callerUid, isOwner };
  const { attemptLog } = context;
  await attemptLog.writeAccess(accessAttempted(share, client, caller, context.now()));
  context.publishSoon(attemptLog.outboxSource);
};

/** Opens a share: its metadata and a grant for signalling and TURN. */
export const accessShare = async (
  context: SharesContext,
  request: AccessRequest & { sessionId: string },
) => {
  const access = await checkAccess(context, request);
  await recordAttempt(context, access, request);
  const role = roleOf(access);
  const grant = issueGrant(context, access.share, {
    role,
    viewerId: generateId(),
    sessionId: role === 'sender' ? request.sessionId : '',
  });
  return { ...access, grant };
};

/** Authorizes a signalling join without a grant: the owner by session, or a password. */
export const authorizeJoin = async (context: SharesContext, request: AccessRequest) => {
  const access = await checkAccess(context, request);
  await recordAttempt(context, access, request);
  return {
    role: roleOf(access),
    viewerId: context.viewerIdOf(request),
    shareExpiresAt: access.share.expiresAt,
    epoch: access.share.epoch,
  };
};
