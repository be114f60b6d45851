import { createRefund } from '../../reversals.js';
import { endpoint, expand, maxAmount, page, where, type Endpoint } from '../endpoint.js';
import { integer, metadata, oneOf, string } from '../params.js';

export const reversals: Endpoint[] = [
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      shape: {
        charge: string,
        payment_intent: string,
        amount: integer(1, maxAmount),
        reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
        metadata,
        expand,
      },
    },
    ({ state, params }) => createRefund(state, params),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/disputes$/,
      shape: { ...page, charge: string, payment_intent: string },
    },
    ({ state, params: { charge, payment_intent } }) =>
      state.all('disputes', where({ charge, payment_intent })),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/disputes\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('disputes', id),
  ),
];
