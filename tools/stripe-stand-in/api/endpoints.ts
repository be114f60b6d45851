import { createIntent, cancelIntent, confirmIntent } from '../payments.js';
import type { Customer, FormNode, PaymentIntent, Row } from '../resources.js';
import { createRefund } from '../reversals.js';
import type { State } from '../state.js';
import { cancelSubscription, consequences, createSubscription } from '../subscriptions.js';
import { invalid, noSuch, unauthorized } from './faults.js';
import {
  boolean,
  checkParams,
  integer,
  list,
  metadata,
  object,
  oneOf,
  required,
  string,
  type ParamsOf,
  type Shape,
} from './params.js';

interface Call<Params> {
  state: State;
  params: Params;
  /** From the path; empty if the path has none. */
  id: string;
  /** Whether the caller has the publishable key only. */
  isPublic: boolean;
}

/** An array becomes a list object. */
type Result = Row | Row[] | { id: string; object: string; deleted: true };

interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  expand?: string[];
}

interface Definition<S extends Shape> {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  shape: S;
  /** Browsers may call it with the publishable key and the client secret. */
  isPublic?: boolean;
}

export interface Endpoint {
  method: string;
  path: RegExp;
  isPublic: boolean;
  /** Validates the parameters, then runs the request. */
  call: (
    values: Record<string, FormNode>,
    context: Omit<Call<unknown>, 'params'>,
  ) => { params: Page; run: () => Result };
}

const endpoint = <S extends Shape>(
  { method, path, shape, isPublic = false }: Definition<S>,
  run: (call: Call<ParamsOf<S>>) => Result,
): Endpoint => ({
  method,
  path,
  isPublic,
  call: (values, context) => {
    const params = checkParams(shape, values);
    return { params: params, run: () => run({ ...context, params }) };
  },
});

const maxAmount = 99_999_999;
const expand = list(string, 20);
const page = { limit: integer(1, 100), starting_after: string, ending_before: string, expand };

/** Matches rows with the wanted values; an undefined value matches any. */
const where =
  (wanted: Record<string, unknown>) =>
  (row: object): boolean =>
    Object.entries(wanted).every(
      ([name, value]) => value === undefined || (row as Record<string, unknown>)[name] === value,
    );

const existingCustomer = (state: State, id: string): Customer => {
  const customer = state.get('customers', id);
  if (customer.deleted) throw noSuch('customer', id);
  return customer;
};

/** A list of an unknown customer is refused; that of a deleted one is its history. */
const requireKnown = (state: State, customer: string | undefined): void => {
  if (customer !== undefined) state.get('customers', customer);
};

const customers: Endpoint[] = [
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
      customer.deleted = true;
      customer.email = null;
      state.emit('customer.deleted', customer);
      return { id, object: 'customer', deleted: true };
    },
  ),
];

const prices: Endpoint[] = [
  endpoint(
    {
      method: 'GET',
      path: /^\/v1\/prices$/,
      shape: {
        ...page,
        active: boolean,
        lookup_keys: list(string, 10),
        type: oneOf('recurring', 'one_time'),
      },
    },
    ({ state, params }) =>
      state.all(
        'prices',
        (price) =>
          where({ active: params.active, type: params.type })(price) &&
          (params.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
      ),
  ),
  endpoint(
    {
      method: 'POST',
      path: /^\/v1\/prices$/,
      shape: {
        currency: required(oneOf('usd')),
        unit_amount: required(integer(0, maxAmount)),
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
    },
    ({ state, params }) => {
      const { lookup_key: key = null, recurring } = params;
      if (key && state.all('prices', where({ lookup_key: key })).length > 0) {
        throw invalid(
          `A price already uses the lookup key ${key}.`,
          'lookup_key',
          'resource_already_exists',
        );
      }
      const product = params.product
        ? state.get('products', params.product)
        : state.insert('products', {
            object: 'product',
            active: true,
            name: params.product_data?.name ?? '',
            metadata: {},
          });
      return state.insert('prices', {
        object: 'price',
        active: true,
        currency: params.currency,
        unit_amount: params.unit_amount,
        recurring: recurring ? { interval_count: 1, usage_type: 'licensed', ...recurring } : null,
        lookup_key: key,
        product: product.id,
        type: recurring ? 'recurring' : 'one_time',
        metadata: params.metadata ?? {},
      });
    },
  ),
];

const subscriptions: Endpoint[] = [
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

const intents: Endpoint[] = [
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

const reversals: Endpoint[] = [
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
];

const records: Endpoint[] = [
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
      path: /^\/v1\/disputes\/(\w+)$/,
      shape: { expand },
    },
    ({ state, id }) => state.get('disputes', id),
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

export const endpoints: readonly Endpoint[] = [
  ...customers,
  ...prices,
  ...subscriptions,
  ...intents,
  ...reversals,
  ...records,
];
