import { ServiceError } from '@tandem/kit';
import type { ShareInfo } from '@tandem/proto/tandem/shares/v1/shares';
import type { Caller } from './auth.js';
import type { Services } from './clients.js';

/** Null for another user's share, and without one. */
export const ownShare = async (
  { shares }: Pick<Services, 'shares'>,
  caller: Caller | undefined,
  shareId: string,
): Promise<ShareInfo | null> => {
  if (caller === undefined || shareId === '') return null;
  try {
    const share = await shares.getShareInfo({ shareId });
    return share.ownerUid === caller.uid ? share : null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return null;
    throw error;
  }
};
