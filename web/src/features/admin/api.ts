import { baseApi } from '../../lib/http/base-api.js';
import type { ApiBuilder } from '../../lib/http/base-api.js';
import type { SubscriptionStatus } from '../../lib/account/user-api.js';
import { texts } from './texts.js';

export type ConnectionKind = 'turn' | 'stun' | 'direct' | 'unknown';

export interface ConnectionStat {
  connectionType: ConnectionKind;
  count: number;
  totalBytes: number;
}

export interface UserAnalytics {
  totalUsers: number;
  activeUsers7d: number;
  subscriptionStats: { status: string; count: number }[];
  topUsers: { userId: string; name: string; email: string; sharesCount: number }[];
}

export interface CostInsights {
  totalTransfers: number;
  totalBytesTransferred: number;
  turnTransfers: number;
  turnBytes: number;
  turnPercentage: number;
  stunTransfers: number;
  stunBytes: number;
  stunPercentage: number;
  /** US dollars. */
  estimatedTurnCost: number;
  costNotes: string[];
}

export interface RecentTransfer {
  id: string;
  connectionType: ConnectionKind;
  userEmail: string | null;
  /** Counts beyond what a JSON number keeps travel as decimal digits. */
  bytesTransferred: number | string;
  /** Milliseconds. */
  transferDuration: number;
  createdAt: string;
}

/** Additive: what the chart over time is drawn from. */
export interface TransferDay {
  /** yyyy-MM-dd, UTC. */
  day: string;
  count: number;
  totalBytes: number;
}

export interface AdminUser {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  createdAt: string;
  subscriptionStatus: SubscriptionStatus;
  sharesUsedThisMonth: number;
}

export const recentTransfersLimit = 20;
export const chartDays = 30;

const { fetchFailed } = texts.dashboard;

/** An admin's read: bearer token, and a sentence for failures that carry none. */
const adminRead = <Answer>(
  build: ApiBuilder,
  call: { url: string; params?: Record<string, number> },
  fallback: string,
  tag: 'Analytics' | 'AdminUser' = 'Analytics',
) =>
  build.query<Answer, undefined>({
    query: () => ({ ...call, isBearer: true }),
    transformErrorResponse: (error) => ({ ...error, message: error.message || fallback }),
    providesTags: [tag],
  });

export const adminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    connectionStats: adminRead<ConnectionStat[]>(
      build,
      { url: '/admin/turn-vs-stun-stats' },
      fetchFailed.stats,
    ),
    userAnalytics: adminRead<UserAnalytics>(
      build,
      { url: '/admin/user-analytics' },
      fetchFailed.users,
    ),
    costInsights: adminRead<CostInsights>(
      build,
      { url: '/admin/cost-insights' },
      fetchFailed.costs,
    ),
    recentTransfers: adminRead<RecentTransfer[]>(
      build,
      { url: '/admin/recent-transfers', params: { limit: recentTransfersLimit } },
      fetchFailed.transfers,
    ),
    transfersByDay: adminRead<TransferDay[]>(
      build,
      { url: '/admin/transfers-by-day', params: { days: chartDays } },
      fetchFailed.days,
    ),
    listUsers: adminRead<AdminUser[]>(
      build,
      { url: '/admin/users' },
      texts.management.fetchFailed,
      'AdminUser',
    ),
    setSubscription: build.mutation<
      unknown,
      { userId: string; subscriptionStatus: SubscriptionStatus }
    >({
      query: ({ userId, subscriptionStatus }) => ({
        url: `/admin/users/${encodeURIComponent(userId)}/subscription`,
        method: 'PUT',
        body: { subscriptionStatus },
        isBearer: true,
      }),
      invalidatesTags: (_answer, error) =>
        error === undefined ? ['AdminUser', 'User', 'Analytics'] : [],
    }),
  }),
});
