import { ServiceError, verifyClaims } from '@tandem/kit';
import { grantAudience } from '@tandem/proto/grant';
import { GrantClaims } from '@tandem/proto/tandem/signalling/v1/grant';
import type { ServiceContext } from '../context.js';
import type { Side } from './submission.store.js';

export interface Credentials {
  /** User of the caller's session. */
  uid: string | undefined;
  /** Empty without one. */
  grant: string;
}

const noParticipant = (code: 'unauthenticated' | 'permission-denied'): ServiceError =>
  new ServiceError(code, 'no-participant', 'Only sender and recipient can submit a receipt.');

/**
 * The side that a caller may act for: the owner by the session, a recipient by a grant of the share. As for the report
 * of a download, the grant may be of an earlier epoch: the share may have been stopped since the delivery.
 */
export const sideOf = async (
  { grantKeys, now }: Pick<ServiceContext, 'grantKeys' | 'now'>,
  { ownerUid, shareId }: { ownerUid: string; shareId: string },
  { uid, grant }: Credentials,
): Promise<Side> => {
  // Even if the call also carries a grant, so that one session cannot act for both sides.
  if (uid === ownerUid) return 'sender';
  if (grant === '')
    throw noParticipant(uid === undefined ? 'unauthenticated' : 'permission-denied');
  const options = { keys: grantKeys, audience: grantAudience, now: now() };
  const granted = GrantClaims.fromJSON(await verifyClaims(grant, options));
  if (granted.role !== 'receiver' || granted.shareId !== shareId)
    throw noParticipant('permission-denied');
  return 'recipient';
};
