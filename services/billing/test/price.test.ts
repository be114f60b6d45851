import { jest } from '@jest/globals';
import { silentLogger } from '@tandem/kit';
import { openStack } from './harness.js';
import { cards } from './provider.js';

const stack = openStack();

describe('Pro', () => {
  const email = 'a@example.test';
  const refused = { code: 'unavailable', reason: 'payments-not-configured' };
  const begin = (billing = stack.billing) =>
    billing.purchasing.begin({ uid: stack.uid, email, planType: 'pro' });
  const priceId = async () => (await stack.subscriptions())[0]?.items.data[0]?.price.id ?? '';
  /** The price that an earlier purchase has made known to the service. */
  const knownPrice = async () => {
    await stack.paidPro();
    const id = await priceId();
    await stack.billing.plans.cancel(stack.uid);
    return id;
  };
  const setActive = async (kind: 'price' | 'product', active: boolean) => {
    const { prices, products } = stack.provider.stripe;
    for (const { id, product } of stack.provider.state.all('prices')) {
      if (kind === 'price') await prices.update(id, { active });
      else await products.update(product, { active });
    }
  };
  afterEach(async () => {
    await setActive('price', true);
    await setActive('product', true);
  });

  it.each(['price', 'product'] as const)(
    'is not sold once the operator has archived its %s; ProForever still is',
    async (kind) => {
      const id = await knownPrice();
      await setActive(kind, false);
      const error = jest.spyOn(silentLogger, 'error');
      const restarted = stack.restarted();
      for (const billing of [stack.billing, restarted, stack.billing]) {
        await expect(begin(billing)).rejects.toMatchObject(refused);
      }
      const logged = [{ price: id }, expect.stringContaining('archived')];
      expect(error.mock.calls).toEqual([logged, logged, logged]);
      error.mockRestore();
      expect(stack.provider.state.all('prices')).toHaveLength(1);
      expect((await stack.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
      await setActive(kind, true);
      expect(await begin()).toMatchObject({ status: 'incomplete' });
      await setActive(kind, false);
      await stack.paidForever();
    },
  );

  it('is sold at the price that has replaced an archived one', async () => {
    const id = await knownPrice();
    const { prices } = stack.provider.stripe;
    const old = await prices.update(id, { active: false });
    const moved = await prices.create({
      product: typeof old.product === 'string' ? old.product : old.product.id,
      currency: 'usd',
      unit_amount: old.unit_amount ?? 0,
      recurring: { interval: 'week' },
      lookup_key: old.lookup_key ?? '',
      transfer_lookup_key: true,
    });
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('active');
    expect(await priceId()).toBe(moved.id);
  });
});
