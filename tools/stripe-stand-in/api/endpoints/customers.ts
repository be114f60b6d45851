import { cancelSubscription } from '../../subscriptions.js';
import { endpoint, existingCustomer, expand, where, type Endpoint } from '../endpoint.js';
import { metadata, string } from '../params.js';

export const customers: Endpoint[] = [
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/customers$/,
      shape: { email: string, name: string, metadata, expand },
    },
    ({ state, params }) => {
      const customer = state.insert('customers', {
        object: 'customer',
        email: params.email ?? null,
        name: params.name ?? null,
        metadata: params.metadata ?? {},
        invoice_settings: { default_payment_method: null },
      });
      state.emit('customer.created', customer);
      return customer;
    },
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/customers\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => {
      const customer = state.get('customers', id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    },
  ),
  endpoint(
    {
      method: 'DELETE',
      path: /^\/v1\/customers\/(\w+)$/,
      shape: {},
    },
    ({ state, id }) => {
      const customer = existingCustomer(state, id);
      for (const one of state.all('subscriptions', where({ customer: id }))) {
        if (one.ended_at === null) cancelSubscription(state, one.id);
      }
      state.savedCards.delete(id);
      customer.deleted = true;
      customer.email = null;
      state.emit('customer.deleted', customer);
      return { id, object: 'customer', deleted: true };
    },
  ),
];
