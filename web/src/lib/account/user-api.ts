import { baseApi, pollingIntervalMs } from '../http/base-api.js';
import { useSession } from './session.js';
import type { SignedInUser } from './session.js';

export type SubscriptionStatus = 'free' | 'active' | 'proforever';

/** The caller's own record: GET /api/user. */
export interface UserRecord {
  subscriptionStatus: SubscriptionStatus;
  sharesUsedThisMonth: number;
  /** Additive: shows the way to the admin pages. The server decides, whatever this says. */
  isAdmin?: boolean;
  /** Additive: over all shares, also those beyond the listed ones. */
  activeShares?: number;
  expiredShares?: number;
  /** Additive: ISO date until which Pro is paid; null without a subscription. */
  currentPeriodEnd?: string | null;
}

/** Free plan, per calendar month (specification, section 9). */
export const freeSharesPerMonth = 10;
/** From here on the upgrade banner shows. */
export const upgradeBannerFrom = 8;

export const isPaid = (status: SubscriptionStatus | undefined): boolean =>
  status === 'active' || status === 'proforever';

export const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getUser: build.query<UserRecord, string>({
      query: (uid) => ({ url: '/user', params: { userId: uid } }),
      providesTags: ['User'],
    }),
  }),
});

/** The signed-in user, or null for visitors and while loading. */
export const useSignedInUser = (): SignedInUser | null => {
  const session = useSession();
  return session.status === 'user' ? session.user : null;
};

/** The own record, polled every 30 s and cached per uid. */
export const useOwnRecord = () => {
  const uid = useSignedInUser()?.uid;
  return userApi.useGetUserQuery(uid ?? '', {
    skip: uid === undefined,
    pollingInterval: pollingIntervalMs,
  });
};
