import { cancelIntent, confirmIntent, createIntent } from '../../payments.js';
import type { PaymentIntent } from '../../resources.js';
import { consequences } from '../../subscriptions.js';
import {
  endpoint,
  existingCustomer,
  expand,
  maxAmount,
  page,
  requireKnown,
  where,
  type Call,
  type Endpoint,
} from '../endpoint.js';
import { unauthorized } from '../faults.js';
import { boolean, integer, metadata, object, oneOf, required, string } from '../params.js';

/** A call with the publishable key requires the client secret; a wrong secret is rejected for every key. */
const intentOf = ({
  state,
  id,
  params: { client_secret: secret },
  isPublic,
}: Call<{ client_secret?: string }>): PaymentIntent => {
  const intent = state.get('payment_intents', id);
  if ((secret !== undefined || isPublic) && secret !== intent.client_secret) {
    throw unauthorized('The client_secret provided does not match the PaymentIntent.');
  }
  return intent;
};

export const intents: Endpoint[] = [
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      shape: {
        amount: required(integer(50, maxAmount)),
        currency: required(oneOf('usd')),
        customer: string,
        description: string,
        automatic_payment_methods: object({
          enabled: required(boolean),
          allow_redirects: oneOf('always', 'never'),
        }),
        metadata,
        expand,
      },
    },
    ({ state, params }) => {
      if (params.customer) existingCustomer(state, params.customer);
      return createIntent(state, params);
    },
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/payment_intents$/,
      shape: { ...page, customer: string },
    },
    ({ state, params: { customer } }) => {
      requireKnown(state, customer);
      return state.all('payment_intents', where({ customer }));
    },
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/payment_intents\/(\w+)$/,
      shape: { client_secret: string, expand },
      isPublic: true,
    },
    intentOf,
  ),
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
      shape: {
        client_secret: string,
        payment_method: string,
        payment_method_data: object({
          type: required(oneOf('card')),
          card: required(
            object({ number: required(string), exp_month: string, exp_year: string, cvc: string }),
          ),
        }),
        return_url: string,
        expand,
      },
      isPublic: true,
    },
    (call) => {
      const intent = intentOf(call);
      confirmIntent(call.state, intent, call.params, consequences(call.state));
      return intent;
    },
  ),
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
      shape: {
        cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
        expand,
      },
    },
    ({ state, id }) => {
      const intent = state.get('payment_intents', id);
      cancelIntent(state, intent);
      return intent;
    },
  ),
];
