import { signClaims, verifyClaims } from '@tandem/kit';
import type { Role } from '@tandem/proto/browser/ws/frames';
import { grantAudience } from '@tandem/proto/grant';
import { GrantClaims } from '@tandem/proto/tandem/signalling/v1/grant';
import type { SharesContext } from '../context.js';
import { isActive, isUsedUp, type Share } from '../share/share.js';
import { accessRefused } from './check-access.js';

export const grantTtlSeconds = 600;

/** Issues a grant that expires no later than its share. */
export const issueGrant = (
  context: SharesContext,
  share: Share,
  holder: { role: Role; viewerId: string; sessionId: string },
) => {
  const now = context.now();
  const shareSeconds = Math.floor((share.expiresAt.getTime() - now.getTime()) / 1000);
  const claims: GrantClaims = {
    shareId: share.shareId,
    ...holder,
    shareExpiresAtMs: share.expiresAt.getTime(),
    epoch: share.epoch,
  };
  return signClaims(GrantClaims.toJSON(claims) as Record<string, unknown>, {
    keys: context.grantKeys,
    audience: grantAudience,
    ttlSeconds: Math.max(1, Math.min(grantTtlSeconds, shareSeconds)),
    now,
  });
};

/** Claims of a valid grant; rejects with `unauthenticated`. */
export const readGrant = async (context: SharesContext, token: string): Promise<GrantClaims> => {
  const options = { keys: context.grantKeys, audience: grantAudience, now: context.now() };
  return GrantClaims.fromJSON(await verifyClaims(token, options));
};

/** Renews a valid grant while the share is active; a sender's for the session that it was issued to. */
export const renewGrant = async (
  context: SharesContext,
  token: string,
  user: { uid: string; sessionId: string } | undefined,
) => {
  const { shareId, role, viewerId, sessionId, epoch } = await readGrant(context, token);
  const share = await context.shares.find(shareId);
  const isOpen = share?.epoch === epoch && isActive(share, context.now()) && !isUsedUp(share);
  if (!isOpen) throw accessRefused();
  if (role !== 'sender') {
    return issueGrant(context, share, { role: 'receiver', viewerId, sessionId: '' });
  }
  if (user?.uid !== share.ownerUid || user.sessionId !== sessionId) throw accessRefused();
  return issueGrant(context, share, { role: 'sender', viewerId, sessionId });
};
