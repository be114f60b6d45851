import Stripe from 'stripe';
import { amountCents, NotForSale } from '../payments.js';

export const currency = 'usd';
const { pro: proWeeklyCents } = amountCents;
/** Lookup key of the weekly price at the provider; a new amount gets a new key. */
const lookupKey = `pro_weekly_${currency}_${proWeeklyCents}`;

const findPrice = async (stripe: Stripe, active: boolean): Promise<Stripe.Price | undefined> => {
  const { data } = await stripe.prices.list({
    lookup_keys: [lookupKey],
    active,
    expand: ['data.product'],
  });
  return data[0];
};

/** A price stays active when its product is archived. */
const isForSale = ({ active, product }: Stripe.Price): boolean =>
  active && typeof product === 'object' && !product.deleted && product.active;

const createPrice = async (stripe: Stripe): Promise<Stripe.Price> => {
  try {
    return await stripe.prices.create({
      currency,
      unit_amount: proWeeklyCents,
      recurring: { interval: 'week' },
      lookup_key: lookupKey,
      product_data: { name: 'Pro' },
      expand: ['product'],
    });
  } catch (error) {
    // The provider refuses a second price with the lookup key: another replica may have created it.
    const created = await findPrice(stripe, true);
    if (created) return created;
    throw error;
  }
};

/** The weekly price, created once per provider account; not again after the operator has archived it. */
const ensurePrice = async (stripe: Stripe): Promise<string> => {
  const known = (await findPrice(stripe, true)) ?? (await findPrice(stripe, false));
  const price = known ?? (await createPrice(stripe));
  if (!isForSale(price)) throw new NotForSale(price.id);
  return price.id;
};

export const createProPrice = (stripe: Stripe) => {
  let known: Promise<string> | undefined;
  const current = () =>
    (known ??= ensurePrice(stripe).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  return {
    /** Rejects with `NotForSale` if the price or its product is archived, also since it was looked up. */
    sell: async <Result>(call: (price: string) => Promise<Result>): Promise<Result> => {
      const price = await current();
      try {
        return await call(price);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        known = undefined;
        const found = await current();
        if (found === price) throw error;
        return call(found);
      }
    },
  };
};
