import { invalid, noSuch, unauthorized } from './faults.mjs';
import { boolean, integer, list, metadata, object, oneOf, required, string } from './params.mjs';
import { cancelIntent, confirmIntent, createIntent } from '../payments.mjs';
import { createRefund } from '../reversals.mjs';
import { cancelSubscription, consequences, createSubscription } from '../subscriptions.mjs';

/** @typedef {import('../state.mjs').State} State */
/** @typedef {import('../resources.js').Params} Params */
/** @typedef {import('../resources.js').Row} Row */

/**
 * @typedef {object} Call
 * @property {State} state
 * @property {Params} params
 * @property {string} id from the path; empty where the path has none
 *
 * @typedef {object} Endpoint
 * @property {string} method
 * @property {RegExp} path
 * @property {import('./params.mjs').Shape} shape
 * @property {(call: Call) => Row | Row[] | object} run an array becomes a list object
 * @property {boolean} [isPublic] a browser may call it with the publishable key and the client secret
 */

const MAX_AMOUNT = 99_999_999;
const expand = list(string, 20);
const page = { limit: integer(1, 100), starting_after: string, ending_before: string, expand };

/** @type {(matches: Record<string, unknown>) => (row: object) => boolean} */
const where = (wanted) => (row) =>
  Object.entries(wanted).every(
    ([name, value]) =>
      value === undefined || /** @type {Record<string, unknown>} */ (row)[name] === value,
  );

/** @param {State} state @param {string} id */
const livingCustomer = (state, id) => {
  const customer = state.get('customers', id);
  if (customer.deleted) throw noSuch('customer', id);
  return customer;
};

/** @type {Endpoint[]} */
const customers = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    shape: { email: string, name: string, metadata, expand },
    run: ({ state, params }) => {
      const customer = state.insert('customers', {
        object: 'customer',
        email: params['email'] ?? null,
        name: params['name'] ?? null,
        metadata: params['metadata'] ?? {},
        invoice_settings: { default_payment_method: null },
      });
      state.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => {
      const customer = state.get('customers', id);
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)$/,
    shape: {},
    run: ({ state, id }) => {
      const customer = livingCustomer(state, id);
      for (const one of state.all('subscriptions', where({ customer: id }))) {
        if (one.ended_at === null) cancelSubscription(state, one.id);
      }
      customer.deleted = true;
      customer.email = null;
      state.emit('customer.deleted', customer);
      return { id, object: 'customer', deleted: true };
    },
  },
];

/** @type {Endpoint[]} */
const prices = [
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    shape: {
      ...page,
      active: boolean,
      lookup_keys: list(string, 10),
      type: oneOf('recurring', 'one_time'),
    },
    run: ({ state, params }) =>
      state.all(
        'prices',
        (price) =>
          where({ active: params['active'], type: params['type'] })(price) &&
          (params['lookup_keys']?.includes(price.lookup_key) ?? true),
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    shape: {
      currency: required(oneOf('usd')),
      unit_amount: required(integer(0, MAX_AMOUNT)),
      recurring: object({
        interval: required(oneOf('day', 'week', 'month', 'year')),
        interval_count: integer(1, 52),
      }),
      product_data: object({ name: required(string), metadata }),
      product: string,
      lookup_key: string,
      metadata,
      expand,
    },
    run: ({ state, params }) => {
      const { lookup_key: key = null, recurring } = params;
      if (key && state.all('prices', where({ lookup_key: key })).length > 0) {
        throw invalid(
          `A price already uses the lookup key ${key}.`,
          'lookup_key',
          'resource_already_exists',
        );
      }
      const product = params['product']
        ? state.get('products', params['product'])
        : state.insert('products', {
            object: 'product',
            active: true,
            name: params['product_data']?.name ?? '',
            metadata: {},
          });
      return state.insert('prices', {
        object: 'price',
        active: true,
        currency: params['currency'],
        unit_amount: params['unit_amount'],
        recurring: recurring ? { interval_count: 1, usage_type: 'licensed', ...recurring } : null,
        lookup_key: key,
        product: product.id,
        type: recurring ? 'recurring' : 'one_time',
        metadata: params['metadata'] ?? {},
      });
    },
  },
];

/** @type {Endpoint[]} */
const subscriptions = [
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    shape: {
      customer: required(string),
      items: required(list(object({ price: required(string), quantity: integer(1, 100) }), 1)),
      // Other behaviours charge a saved card at once, which nothing here needs.
      payment_behavior: required(oneOf('default_incomplete')),
      payment_settings: object({ save_default_payment_method: oneOf('on_subscription', 'off') }),
      metadata,
      expand,
    },
    run: ({ state, params }) => createSubscription(state, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    shape: {
      ...page,
      customer: string,
      price: string,
      status: oneOf('all', 'active', 'past_due', 'incomplete', 'incomplete_expired', 'canceled'),
    },
    run: ({ state, params: { customer, status, price } }) =>
      state.all('subscriptions', (one) => {
        const isWanted =
          status === undefined
            ? one.status !== 'canceled'
            : status === 'all' || status === one.status;
        return (
          isWanted && where({ customer })(one) && (!price || one.items.data[0].price.id === price)
        );
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => state.get('subscriptions', id),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    shape: { invoice_now: boolean, prorate: boolean, expand },
    run: ({ state, id }) => cancelSubscription(state, id),
  },
];

/** A browser proves itself by the secret, the server by its key. @param {Call} call */
const intentOf = ({ state, id, params }) => {
  const intent = state.get('payment_intents', id);
  const { client_secret: secret, key } = params;
  if ((secret !== undefined || key !== undefined) && secret !== intent.client_secret) {
    throw unauthorized('The client_secret provided does not match the PaymentIntent.');
  }
  return intent;
};

/** @type {Endpoint[]} */
const intents = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    shape: {
      amount: required(integer(50, MAX_AMOUNT)),
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
    run: ({ state, params }) => {
      if (params['customer']) livingCustomer(state, params['customer']);
      return createIntent(state, /** @type {Parameters<typeof createIntent>[1]} */ (params));
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    shape: { ...page, customer: string },
    run: ({ state, params: { customer } }) => state.all('payment_intents', where({ customer })),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    shape: { client_secret: string, expand },
    isPublic: true,
    run: intentOf,
  },
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
    run: (call) => {
      const intent = intentOf(call);
      confirmIntent(call.state, intent, call.params, consequences(call.state));
      return intent;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    shape: {
      cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
      expand,
    },
    run: ({ state, id }) => {
      const intent = state.get('payment_intents', id);
      cancelIntent(state, intent);
      return intent;
    },
  },
];

/** @type {Endpoint[]} */
const reversals = [
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    shape: {
      charge: string,
      payment_intent: string,
      amount: integer(1, MAX_AMOUNT),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata,
      expand,
    },
    run: ({ state, params }) => createRefund(state, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    shape: { ...page, charge: string, payment_intent: string },
    run: ({ state, params: { charge, payment_intent } }) =>
      state.all('disputes', where({ charge, payment_intent })),
  },
];

/** @type {Endpoint[]} */
const records = [
  {
    method: 'GET',
    path: /^\/v1\/charges$/,
    shape: { ...page, customer: string, payment_intent: string },
    run: ({ state, params: { customer, payment_intent } }) =>
      state.all('charges', where({ customer, payment_intent })),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => state.get('charges', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => state.get('disputes', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => state.get('invoices', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/(\w+)$/,
    shape: { expand },
    run: ({ state, id }) => state.get('events', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    shape: { ...page, type: string },
    run: ({ state, params: { type } }) => state.all('events', where({ type })),
  },
];

export const endpoints = [
  ...customers,
  ...prices,
  ...subscriptions,
  ...intents,
  ...reversals,
  ...records,
];
