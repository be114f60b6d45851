import { endpoint, expand, maxAmount, page, where, type Endpoint } from '../endpoint.js';
import { invalid } from '../faults.js';
import { boolean, integer, list, metadata, object, oneOf, required, string } from '../params.js';

export const prices: Endpoint[] = [
  ...(['prices', 'products'] as const).map((table) =>
    endpoint(
      {
        method: 'POST',
        path: new RegExp(`^/v1/${table}/(\\w+)$`),
        shape: { active: required(boolean), expand },
      },
      ({ state, id, params }) => Object.assign(state.get(table, id), { active: params.active }),
    ),
  ),
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
        transfer_lookup_key: boolean,
        metadata,
        expand,
      },
    },
    ({ state, params }) => {
      const { lookup_key: key = null, recurring } = params;
      const [owner] = key ? state.all('prices', where({ lookup_key: key })) : [];
      if (owner && params.transfer_lookup_key) owner.lookup_key = null;
      else if (owner) {
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
