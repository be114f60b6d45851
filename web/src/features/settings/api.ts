import { baseApi } from '../../lib/http/base-api.js';

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSubscription: build.mutation<unknown, { idToken: string }>({
      query: (body) => ({ url: '/cancel-subscription', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error === undefined ? ['User'] : []),
    }),
    /** Additive: removes the account and, by event, all that belongs to it. */
    deleteAccount: build.mutation<unknown, undefined>({
      query: () => ({ url: '/user', method: 'DELETE' }),
    }),
  }),
});
