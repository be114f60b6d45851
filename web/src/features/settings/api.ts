import type { OwnAdminLogEntry } from '@tandem/proto/browser/http/admin';
import type { CancelSubscriptionAnswer } from '@tandem/proto/browser/http/billing';
import type { Done, TokenBody } from '@tandem/proto/browser/http/fields';
import type { OpenSession } from '@tandem/proto/browser/http/session';
import { baseApi } from '../../lib/http/base-api.js';

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSubscription: build.mutation<CancelSubscriptionAnswer, TokenBody>({
      query: (body) => ({ url: '/cancel-subscription', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error === undefined ? ['User'] : []),
    }),
    listSessions: build.query<OpenSession[], undefined>({
      query: () => ({ url: '/sessions' }),
      providesTags: ['Session'],
    }),
    listAdminActions: build.query<OwnAdminLogEntry[], undefined>({
      query: () => ({ url: '/user/admin-actions' }),
    }),
    endSession: build.mutation<Done, string>({
      query: (id) => ({ url: `/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<Done, undefined>({
      query: () => ({ url: '/sessions', method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    /** Deletes the account; the services delete its data on the event. */
    deleteAccount: build.mutation<Done, undefined>({
      query: () => ({ url: '/user', method: 'DELETE' }),
    }),
  }),
});
