import type { AdminLogParams, OwnAdminLogEntry } from '@tandem/proto/browser/http/admin';
import type { CancelSubscriptionAnswer, ShownPlanParams } from '@tandem/proto/browser/http/billing';
import type { Done, TokenBody, UserParams } from '@tandem/proto/browser/http/fields';
import type { OpenSession } from '@tandem/proto/browser/http/session';
import { userApi } from '../../lib/account/user-api.js';
import { baseApi } from '../../lib/http/base-api.js';

/** Entries of one call. */
export const adminActionsLimit = 100;

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSubscription: build.mutation<CancelSubscriptionAnswer, TokenBody & ShownPlanParams>({
      query: ({ shownPlan, ...body }) => ({
        url: '/cancel-subscription',
        method: 'POST',
        params: { shownPlan },
        body,
      }),
      invalidatesTags: (_answer, error) =>
        error === undefined || error.reason === 'plan-changed' ? ['User'] : [],
      // The record is loaded again, which may fail; the page would then offer to cancel once more.
      onQueryStarted: async (_body, call) => {
        const answer = await call.queryFulfilled.catch(() => null);
        if (answer === null) return;
        const { util } = userApi;
        for (const uid of util.selectCachedArgsForQuery(call.getState(), 'getUser')) {
          const showFree = util.updateQueryData('getUser', uid, (record) => {
            record.subscriptionStatus = 'free';
            record.isPastDue = false;
          });
          call.dispatch(showFree);
        }
      },
    }),
    listSessions: build.query<OpenSession[], undefined>({
      query: () => ({ url: '/sessions' }),
      providesTags: ['Session'],
    }),
    /** The entries after another one, newest first. */
    listAdminActions: build.query<OwnAdminLogEntry[], { after?: { at: string; id: string } }>({
      query: ({ after }) => {
        const params: AdminLogParams = {
          limit: adminActionsLimit,
          ...(after && { before: after.at, beforeId: after.id }),
        };
        return { url: '/user/admin-actions', params };
      },
    }),
    endSession: build.mutation<Done, string>({
      query: (id) => ({ url: `/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<Done, undefined>({
      query: () => ({ url: '/sessions', method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    /**
     * Deletes the account with this uid; the services delete its data on the event. The cookie may be of another
     * account, which a gateway of an earlier version recognizes by the uid alone.
     */
    deleteAccount: build.mutation<Done, string>({
      query: (userId) => {
        const params: UserParams = { userId };
        return { url: '/user', method: 'DELETE', params };
      },
    }),
  }),
});
