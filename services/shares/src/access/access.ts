import { admit, type Admission, type AdmissionRequest } from './admission.js';
import type { SharesContext } from '../context.js';
import { issueGrant, type Role } from './grants.js';
import { logAttempt } from '../share/lifecycle.js';
import { generateId } from '../share/password.js';
import { accessAttempted } from '../share/share-events.js';

const roleOf = ({ isOwner }: Admission): Role => (isOwner ? 'sender' : 'receiver');

/**
 * Records an access for the owner's audit log before it is answered, except the owner's own by session. A stop since the
 * share was read is a stop after the access.
 */
const recordAttempt = async (
  context: SharesContext,
  { share, isOwner, bySession }: Admission,
  { callerUid, client }: AdmissionRequest,
) => {
  if (bySession || !context.takeEntry(share.shareId, client.ipAddress)) return;
  const caller = { uid: callerUid, isOwner };
  await logAttempt(context, accessAttempted(share, client, caller, context.now()));
};

/** Opens a share: its metadata and a grant for signalling and TURN. */
export const accessShare = async (
  context: SharesContext,
  request: AdmissionRequest & { sessionId: string },
) => {
  const admission = await admit(context, request);
  await recordAttempt(context, admission, request);
  const role = roleOf(admission);
  const grant = issueGrant(context, admission.share, {
    role,
    viewerId: generateId(),
    sessionId: role === 'sender' ? request.sessionId : '',
  });
  return { ...admission, grant };
};

/** Authorizes a signalling join without a grant: the owner by session, or a password. */
export const authorizeJoin = async (context: SharesContext, request: AdmissionRequest) => {
  const admission = await admit(context, request);
  await recordAttempt(context, admission, request);
  return {
    role: roleOf(admission),
    viewerId: context.viewerIdOf(request),
    shareExpiresAt: admission.share.expiresAt,
    epoch: admission.share.epoch,
  };
};
