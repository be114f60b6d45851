import type {
  AdminLogEntry,
  AdminLogParams,
  AdminUser,
  ConnectionStat,
  CostInsights,
  ListUsersParams,
  RecentTransfer,
  RecentTransfersParams,
  SetSubscriptionAnswer,
  SetSubscriptionRequest,
  TransferDay,
  TransfersByDayParams,
  UserAnalytics,
  UserCounts,
} from '@tandem/proto/browser/http/admin';
import type { ShownPlanParams } from '@tandem/proto/browser/http/billing';
import type { Done } from '@tandem/proto/browser/http/fields';
import { baseApi, type ApiBuilder } from '../../lib/http/base-api.js';
import { texts } from './texts.js';

export type {
  AdminLogEntry,
  AdminUser,
  ConnectionStat,
  CostInsights,
  RecentTransfer,
  TransferDay,
  UserAnalytics,
  UserCounts,
};

export type UsersPage = ListUsersParams;

export interface Users {
  users: AdminUser[];
  /** On all pages. */
  total: number;
}

const recentTransfersLimit = 20;
const chartDays = 30;
export const logPageSize = 100;

const recentParams: RecentTransfersParams = { limit: recentTransfersLimit };
const chartParams: TransfersByDayParams = { days: chartDays };

const { fetchFailed } = texts.dashboard;

/** Loaded again when the figures change. */
const figures = ['Analytics', 'Figures'] as const;
/** Each call leaves an entry in the log of admin actions, so that it is loaded when the user opens the page only. */
const recorded = ['Analytics'] as const;

/** An admin query: sends the ID token; `fallback` is the message of errors without one. */
const adminRead = <Answer>(
  build: ApiBuilder,
  call: { url: string; params?: RecentTransfersParams | TransfersByDayParams },
  fallback: string,
  tags: readonly ('Analytics' | 'Figures')[] = figures,
) =>
  build.query<Answer, undefined>({
    query: () => ({ ...call, isBearer: true }),
    transformErrorResponse: (error) => ({ ...error, message: error.message || fallback }),
    providesTags: tags,
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
      recorded,
    ),
    /** Replaces the counts of `userAnalytics`, which are those of the opening of the page. */
    userCounts: adminRead<UserCounts>(build, { url: '/admin/user-counts' }, fetchFailed.users),
    costInsights: adminRead<CostInsights>(
      build,
      { url: '/admin/cost-insights' },
      fetchFailed.costs,
    ),
    recentTransfers: adminRead<RecentTransfer[]>(
      build,
      { url: '/admin/recent-transfers', params: recentParams },
      fetchFailed.transfers,
      recorded,
    ),
    transfersByDay: adminRead<TransferDay[]>(
      build,
      { url: '/admin/transfers-by-day', params: chartParams },
      fetchFailed.days,
    ),
    listUsers: build.query<Users, UsersPage | undefined>({
      query: (params = {}) => ({ url: '/admin/users', params, isBearer: true }),
      transformResponse: (users: AdminUser[], meta) => ({
        users,
        total: meta?.total ?? users.length,
      }),
      transformErrorResponse: (error) => ({
        ...error,
        message: error.message || texts.management.fetchFailed,
      }),
      providesTags: ['AdminUser'],
    }),
    setSubscription: build.mutation<
      SetSubscriptionAnswer,
      SetSubscriptionRequest & ShownPlanParams & { userId: string }
    >({
      query: ({ userId, shownPlan, ...body }) => ({
        url: `/admin/users/${encodeURIComponent(userId)}/subscription`,
        method: 'PUT',
        params: { shownPlan },
        body,
        isBearer: true,
      }),
      invalidatesTags: (_answer, error) =>
        error === undefined || error.reason === 'plan-changed'
          ? ['AdminUser', 'User', 'Analytics']
          : [],
    }),
    endSessions: build.mutation<Done, string>({
      query: (userId) => ({
        url: `/admin/users/${encodeURIComponent(userId)}/sessions`,
        method: 'DELETE',
        isBearer: true,
      }),
    }),
    /** The entries after another one, newest first. Each call writes an entry. */
    adminLog: build.query<AdminLogEntry[], { after?: { at: string; id: string } }>({
      query: ({ after }) => {
        const params: AdminLogParams = {
          limit: logPageSize,
          ...(after && { before: after.at, beforeId: after.id }),
        };
        return { url: '/admin/log', params, isBearer: true };
      },
    }),
  }),
});
