import { baseApi } from '../../lib/http/base-api.js';

export type PlanType = 'pro' | 'proforever';

export interface CreateSubscriptionRequest {
  idToken: string;
  planType: PlanType;
}

/** A secret to pay with, or `active` when there is nothing to pay. */
export interface CreateSubscriptionAnswer {
  clientSecret?: string;
  status?: string;
}

export const subscribeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    createSubscription: build.mutation<CreateSubscriptionAnswer, CreateSubscriptionRequest>({
      query: (body) => ({ url: '/create-subscription', method: 'POST', body }),
    }),
  }),
});
