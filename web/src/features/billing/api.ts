import type {
  CreateSubscriptionAnswer,
  CreateSubscriptionRequest,
} from '@tandem/proto/browser/http/billing';
import type { PlanType } from '@tandem/proto/browser/plans';
import { baseApi } from '../../lib/http/base-api.js';

export type { PlanType };

export const subscribeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    createSubscription: build.mutation<CreateSubscriptionAnswer, CreateSubscriptionRequest>({
      query: (body) => ({ url: '/create-subscription', method: 'POST', body }),
    }),
  }),
});
