import { voidInvoice } from '../../subscriptions.js';
import { endpoint, expand, page, requireKnown, where, type Endpoint } from '../endpoint.js';
import { oneOf, string } from '../params.js';

export const records: Endpoint[] = [
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/charges$/,
      shape: { ...page, customer: string, payment_intent: string },
    },
    ({ state, params: { customer, payment_intent } }) => {
      requireKnown(state, customer);
      return state.all('charges', where({ customer, payment_intent }));
    },
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/charges\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('charges', id),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/invoices$/,
      shape: {
        ...page,
        customer: string,
        subscription: string,
        status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      },
    },
    ({ state, params: { customer, subscription, status } }) =>
      state.all(
        'invoices',
        (one) =>
          where({ customer, status })(one) &&
          where({ subscription })(one.parent.subscription_details),
      ),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/invoices\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('invoices', id),
  ),
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/invoices\/(\w+)\/void$/,
      shape: { expand },
    },
    ({ state, id }) => voidInvoice(state, id),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/events\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('events', id),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/events$/,
      shape: { ...page, type: string },
    },
    ({ state, params: { type } }) => state.all('events', where({ type })),
  ),
];
