import { accessRefused, admit, type Admission, type AdmissionRequest } from './admission.js';
import type { SharesContext } from '../context.js';
import { issueGrant, viewerIdFrom, type Role } from './grants.js';
import { accessAttempted } from '../shares.events.js';

const roleOf = ({ isOwner }: Admission): Role => (isOwner ? 'sender' : 'receiver');

/** What the owner's audit log says of a right password; an owner coming by session is no event. */
const recordAttempt = async (
  context: SharesContext,
  { share, isOwner, bySession }: Admission,
  { callerUid, origin }: AdmissionRequest,
) => {
  if (bySession) return;
  const caller = { uid: callerUid, isOwner };
  const attempt = accessAttempted(share, origin, caller, context.now());
  // A share that was stopped a moment ago lets nobody in on what was read before.
  const options = { onlyIfActive: true };
  if (!(await context.shares.addEvents(share.shareId, [attempt], options))) throw accessRefused();
  context.publishSoon();
};

/** Open a share: what it is, and a grant for what follows. */
export const accessShare = async (
  context: SharesContext,
  request: AdmissionRequest & { viewerId: string },
) => {
  const admission = await admit(context, request);
  await recordAttempt(context, admission, request);
  const viewerId = viewerIdFrom(request.viewerId);
  const grant = await issueGrant(context, admission.share, roleOf(admission), viewerId);
  return { ...admission, grant };
};

/** The signalling join of somebody who brings no grant: the owner by session, or a password. */
export const authorizeJoin = async (
  context: SharesContext,
  request: AdmissionRequest & { viewerId: string },
) => {
  const admission = await admit(context, request);
  await recordAttempt(context, admission, request);
  return {
    role: roleOf(admission),
    viewerId: viewerIdFrom(request.viewerId),
    shareExpiresAt: admission.share.expiresAt,
  };
};
