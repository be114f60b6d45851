import { cancelSubscription, createSubscription } from '../../subscriptions.js';
import { endpoint, expand, page, requireKnown, where, type Endpoint } from '../endpoint.js';
import { boolean, integer, list, metadata, object, oneOf, required, string } from '../params.js';

export const subscriptions: Endpoint[] = [
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/subscriptions$/,
      shape: {
        customer: required(string),
        items: required(list(object({ price: required(string), quantity: integer(1, 100) }), 1)),
        // Other values charge a saved card immediately, which the product does not use.
        payment_behavior: required(oneOf('default_incomplete')),
        payment_settings: object({ save_default_payment_method: oneOf('on_subscription', 'off') }),
        metadata,
        expand,
      },
    },
    ({ state, params }) => createSubscription(state, params),
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/subscriptions$/,
      shape: {
        ...page,
        customer: string,
        price: string,
        status: oneOf('all', 'active', 'past_due', 'incomplete', 'incomplete_expired', 'canceled'),
      },
    },
    ({ state, params: { customer, status, price } }) => {
      requireKnown(state, customer);
      return state.all('subscriptions', (one) => {
        const isWanted =
          status === undefined
            ? one.status !== 'canceled'
            : status === 'all' || status === one.status;
        return (
          isWanted && where({ customer })(one) && (!price || one.items.data[0].price.id === price)
        );
      });
    },
  ),
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('subscriptions', id),
  ),
  endpoint(
    {
      method: 'DELETE',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      shape: { invoice_now: boolean, prorate: boolean, expand },
    },
    ({ state, id }) => cancelSubscription(state, id),
  ),
];
