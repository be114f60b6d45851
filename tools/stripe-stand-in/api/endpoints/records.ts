import { voidInvoice } from '../../subscriptions.js';
import { endpoint, expand, page, requireKnown, where, type Endpoint } from '../endpoint.js';
import { invalid } from '../faults.js';
import { boolean, oneOf, string } from '../params.js';

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
    ({ state, params: { customer, subscription, status } }) => {
      requireKnown(state, customer);
      return state.all(
        'invoices',
        (one) =>
          where({ customer, status })(one) &&
          where({ subscription })(one.parent.subscription_details),
      );
    },
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
      path: /^\/v1\/invoices\/(\w+)$/,
      shape: { auto_advance: boolean, expand },
    },
    ({ state, id, params: { auto_advance: isAdvanced } }) => {
      const invoice = state.get('invoices', id);
      if (invoice.status !== 'draft' && invoice.status !== 'open') {
        throw invalid('This invoice can no longer be advanced.', 'auto_advance');
      }
      invoice.auto_advance = isAdvanced ?? invoice.auto_advance;
      return invoice;
    },
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
