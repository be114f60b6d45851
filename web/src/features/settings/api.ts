import type { CancelSubscriptionAnswer } from '@tandem/proto/browser/http/billing';
import type { Done, TokenBody } from '@tandem/proto/browser/http/fields';
import { baseApi } from '../../lib/http/base-api.js';

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cancelSubscription: build.mutation<CancelSubscriptionAnswer, TokenBody>({
      query: (body) => ({ url: '/cancel-subscription', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error === undefined ? ['User'] : []),
    }),
    /** Deletes the account; the services delete its data on the event. */
    deleteAccount: build.mutation<Done, undefined>({
      query: () => ({ url: '/user', method: 'DELETE' }),
    }),
  }),
});
