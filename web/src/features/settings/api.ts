import type { CancelSubscriptionAnswer } from '@tandem/proto/browser/http/billing';
import type { Done, TokenBody } from '@tandem/proto/browser/http/fields';
import { baseApi } from '../../lib/http/base-api.js';

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSubscription: build.mutation<CancelSubscriptionAnswer, TokenBody>({
      query: (body) => ({ url: '/cancel-subscription', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error === undefined ? ['User'] : []),
    }),
    /** Additive: removes the account and, by event, all its data. */
    deleteAccount: build.mutation<Done, undefined>({
      query: () => ({ url: '/user', method: 'DELETE' }),
    }),
  }),
});
