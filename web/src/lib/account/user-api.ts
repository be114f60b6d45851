import type { UserParams } from '@tandem/proto/browser/http/fields';
import type { UserRecord } from '@tandem/proto/browser/http/user';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { useRefresh } from '../changes/use-refresh.js';
import { baseApi } from '../http/base-api.js';
import { useSession, type SignedInUser } from './session.js';

export type { SubscriptionStatus, UserRecord };

const upgradeBannerShare = 0.8;

/** The upgrade banner shows from this many used shares: 8 of 10. */
export const upgradeBannerFrom = (monthlyLimit: number): number =>
  Math.ceil(monthlyLimit * upgradeBannerShare);

export const isPaid = (status: SubscriptionStatus | undefined): boolean =>
  status === 'active' || status === 'proforever';

export const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getUser: build.query<UserRecord, string>({
      query: (uid) => {
        const params: UserParams = { userId: uid };
        return { url: '/user', params };
      },
      providesTags: ['User'],
    }),
  }),
});

/** The signed-in user, or null for visitors and while loading. */
export const useSignedInUser = (): SignedInUser | null => {
  const session = useSession();
  return session.status === 'user' ? session.user : null;
};

/** The signed-in user's record, kept up to date and cached per uid. */
export const useOwnRecord = () => {
  const uid = useSignedInUser()?.uid;
  const state = userApi.endpoints.getUser.useQueryState(uid ?? '');
  return userApi.useGetUserQuery(uid ?? '', {
    skip: uid === undefined,
    ...useRefresh(state),
  });
};
