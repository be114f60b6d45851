import { events } from '@tandem/proto/events';
import { PaymentFailed } from '@tandem/proto/tandem/events/v1/billing';
import { day, openStack } from './harness.js';
import { cards } from './provider.js';

const stack = openStack();
const intentOwner = (clientSecret: string) =>
  stack.provider.state.get('payment_intents', intentOf(clientSecret)).customer;
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

describe('buying Pro', () => {
  it('returns a client secret and grants the plan when the webhook of the payment arrives [1.16, 3.112, 7.19, 9.6]', async () => {
    const { clientSecret, status } = await stack.billing.purchasing.begin({
      uid: stack.uid,
      email: 'a@example.test',
      planType: 'pro',
    });
    expect([status, clientSecret]).toEqual([
      'incomplete',
      expect.stringMatching(/^pi_\w+_secret_/),
    ]);
    const intent = await stack.provider.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, intent.currency]).toEqual([500, 'usd']);
    const [subscription] = await stack.subscriptions();
    expect(subscription?.items.data[0]?.price.recurring?.interval).toBe('week');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    stack.provider.pay(clientSecret, cards.good);
    await stack.billing.deliverAll();
    const { periodEnd } = await stack.billing.customers.find(stack.uid);
    expect(await stack.statusOf()).toBe('active');
    const sinceBegin = (periodEnd?.getTime() ?? 0) / 1000 - (subscription?.created ?? 0);
    expect(sinceBegin / day).toBeCloseTo(7, 1);
    expect(await stack.billing.planChanges(stack.uid)).toEqual([
      expect.objectContaining({
        previousStatus: 'free',
        subscriptionStatus: 'active',
        version: 1,
      }) as unknown,
    ]);
  });

  it('answers active for a completed purchase, even before its webhook arrives [7.20]', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    expect(await stack.billing.buy(stack.uid, 'pro', cards.good)).toEqual({
      clientSecret: '',
      status: 'active',
    });
    expect(await stack.subscriptions()).toHaveLength(1);
  });

  it('applies a payment whose webhook is lost when the same plan is chosen again', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    stack.provider.webhooks.takeHeld();
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    expect(await stack.statusOf()).toBe('active');
    expect(await stack.billing.planChanges(stack.uid)).toHaveLength(1);
  });

  it.each([
    [1, 6],
    [20, 45],
  ])(
    'applies a payment made after %d minutes, whose webhook is lost, within %d minutes',
    async (paidAfter, until) => {
      const minuteMs = 60_000;
      const begin = (planType: 'pro' | 'proforever') =>
        stack.billing.purchasing.begin({ uid: stack.uid, email: '', planType });
      const other = await begin('proforever');
      await stack.provider.stripe.paymentIntents.cancel(intentOf(other.clientSecret));
      await stack.billing.reconcile();
      const { clientSecret } = await begin('pro');
      for (let minute = 1; minute <= until; minute += 1) {
        stack.billing.passTime(minuteMs);
        if (minute === paidAfter) stack.provider.pay(clientSecret, cards.good);
        await stack.billing.reconcile();
      }
      stack.provider.webhooks.takeHeld();
      expect(await stack.statusOf()).toBe('active');
    },
  );

  it('creates one subscription for repeated and concurrent requests', async () => {
    const begin = () =>
      stack.billing.purchasing.begin({ uid: stack.uid, email: 'a@example.test', planType: 'pro' });
    const together = await Promise.all([begin(), begin(), begin()]);
    const later = await begin();
    expect(new Set([...together, later].map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(await stack.subscriptions()).toHaveLength(1);
  });

  it('keeps no second customer with the e-mail address when an admin changes the plan at that time', async () => {
    const { customers } = stack.provider.stripe;
    const create = customers.create.bind(customers);
    customers.create = async (...args) => {
      customers.create = create;
      const created = await create(...args);
      await stack.billing.plans.setPlan(stack.uid, 'active');
      return created;
    };
    await stack.billing.buy(stack.uid, 'proforever', cards.good);
    const opened = stack.provider.state.all(
      'customers',
      ({ metadata }) => metadata['uid'] === stack.uid,
    );
    expect(opened.map(({ id }) => id)).toEqual([await stack.providerId()]);
  });

  it('a declined card grants nothing, is reported once, and a valid card works afterwards', async () => {
    const { clientSecret } = await stack.billing.buy(stack.uid, 'pro', cards.declined);
    const held = stack.provider.webhooks.takeHeld();
    for (const { message } of [...held, ...held]) {
      await stack.billing.webhooks.handle({
        body: Buffer.from(message.body),
        signature: message.signature,
      });
    }
    expect(await stack.statusOf()).toBe('free');
    await stack.billing.planChanges(stack.uid);
    const failures = stack.billing.bus.published
      .filter(({ subject }) => subject === events.paymentFailed.subject)
      .map(({ data }) => PaymentFailed.decode(data))
      .filter((failure) => failure.uid === stack.uid);
    expect(failures).toHaveLength(1);
    stack.provider.pay(clientSecret, cards.good);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('active');
  });

  it('a card with 3-D Secure grants the plan after authentication', async () => {
    const { clientSecret } = await stack.billing.buy(stack.uid, 'pro', cards.challenge);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    stack.provider.control.authenticate(intentOf(clientSecret), true);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('active');
  });

  it('renews every week, survives one failed payment and ends when none succeeds [9.6]', async () => {
    await stack.paidPro();
    const first = (await stack.billing.customers.find(stack.uid)).periodEnd?.getTime() ?? 0;
    stack.provider.control.advance(8 * day);
    await stack.billing.deliverAll();
    const second = (await stack.billing.customers.find(stack.uid)).periodEnd?.getTime() ?? 0;
    expect([await stack.statusOf(), second - first]).toEqual(['active', 7 * day * 1000]);
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(7 * day);
    await stack.billing.deliverAll();
    expect([await stack.statusOf(), (await stack.subscriptions())[0]?.status]).toEqual([
      'active',
      'past_due',
    ]);
    const pastDue = await stack.billing.customers.find(stack.uid);
    expect([pastDue.isPastDue, pastDue.periodEnd]).toEqual([true, undefined]);
    expect(pastDue.invoiceUrl).toMatch(/^https:/);
    stack.provider.control.advance(10 * day);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    expect(await stack.billing.customers.find(stack.uid)).toMatchObject({
      isPastDue: false,
      invoiceUrl: undefined,
    });
  });

  it('reports a renewal, a failed payment and its repair once each, and no change of the plan', async () => {
    await stack.paidPro();
    const reported = async (): Promise<number> => {
      // Reconciliation finds nothing new.
      stack.billing.passTime(day * 1_000);
      await stack.billing.reconcile();
      return (await stack.billing.paymentChanges(stack.uid)).length;
    };
    expect(await reported()).toBe(0);
    stack.provider.control.advance(8 * day);
    await stack.billing.deliverAll();
    expect(await reported()).toBe(1);
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(7 * day);
    await stack.billing.deliverAll();
    expect(await reported()).toBe(2);
    stack.provider.control.saveCard(await stack.providerId(), cards.good);
    stack.provider.control.advance(2 * day);
    await stack.billing.deliverAll();
    expect((await stack.billing.customers.find(stack.uid)).isPastDue).toBe(false);
    expect(await reported()).toBe(3);
    expect(await stack.billing.planChanges(stack.uid)).toHaveLength(1);
  });

  it('is not past due any more once a retry succeeds', async () => {
    await stack.paidPro();
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(8 * day);
    await stack.billing.deliverAll();
    expect((await stack.billing.customers.find(stack.uid)).isPastDue).toBe(true);
    stack.provider.control.saveCard(await stack.providerId(), cards.good);
    stack.provider.control.advance(2 * day);
    await stack.billing.deliverAll();
    const paid = await stack.billing.customers.find(stack.uid);
    expect([paid.status, paid.isPastDue, paid.invoiceUrl]).toEqual(['active', false, undefined]);
    expect(paid.periodEnd).toBeDefined();
  });
});

describe.each(['pro', 'proforever'] as const)('a bank debit for %s that is processing', (sold) => {
  const begin = (planType: 'pro' | 'proforever') =>
    stack.billing.purchasing.begin({ uid: stack.uid, email: 'a@example.test', planType });
  const beginDebit = async () => {
    const id = intentOf((await begin(sold)).clientSecret);
    await stack.provider.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_usBankAccount_success',
      return_url: 'https://example.com',
    });
    await stack.billing.deliverAll();
    return id;
  };

  it.each(['pro', 'proforever'] as const)('refuses to sell %s', async (planType) => {
    const id = await beginDebit();
    await expect(begin(planType)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'payment-processing',
    });
    expect(await stack.statusOf()).toBe('free');
    stack.provider.control.advance(3 * day);
    stack.provider.control.settleDebit(id, true);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe(sold === 'pro' ? 'active' : 'proforever');
  });

  it.each([true, false])('is known until it has settled; succeeds: %j', async (succeeds) => {
    const isProcessing = async () => (await stack.billing.customers.find(stack.uid)).isProcessing;
    const id = await beginDebit();
    expect(await isProcessing()).toBe(true);
    stack.provider.control.settleDebit(id, succeeds);
    await stack.billing.deliverAll();
    expect(await isProcessing()).toBe(false);
  });

  it('can be repeated with a card after it has failed', async () => {
    const id = await beginDebit();
    stack.provider.control.settleDebit(id, false);
    await stack.billing.deliverAll();
    const { clientSecret } = await stack.billing.buy(stack.uid, sold, cards.good);
    expect(intentOf(clientSecret)).toBe(id);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe(sold === 'pro' ? 'active' : 'proforever');
  });
});

it('opens a customer, although the address changes after the first answer was lost', async () => {
  const { customers: api } = stack.provider.stripe;
  const create = api.create.bind(api);
  api.create = async (...args) => {
    api.create = create;
    await create(...args);
    throw new Error('network');
  };
  const buy = (email: string) =>
    stack.billing.purchasing.begin({ uid: stack.uid, email, planType: 'pro' });
  await expect(buy('a@example.test')).rejects.toThrow('network');
  expect(await buy('b@example.test')).toMatchObject({ status: 'incomplete' });
});

describe('a payment begun at an older price', () => {
  const begin = (planType: 'pro' | 'proforever') =>
    stack.billing.purchasing.begin({ uid: stack.uid, email: 'a@example.test', planType });

  it('is not continued for ProForever', async () => {
    await begin('pro');
    const older = await stack.provider.stripe.paymentIntents.create({
      amount: 9_000,
      currency: 'usd',
      customer: await stack.providerId(),
      metadata: { uid: stack.uid, plan: 'proforever' },
    });
    const { clientSecret, amountCents } = await begin('proforever');
    expect(intentOf(clientSecret)).not.toBe(older.id);
    const intent = await stack.provider.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, amountCents]).toEqual([11_000, 11_000]);
    expect((await begin('proforever')).clientSecret).toBe(clientSecret);
  });

  it('is not continued for Pro', async () => {
    await begin('proforever');
    const { stripe } = stack.provider;
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 400,
      recurring: { interval: 'week' },
      product_data: { name: 'Pro' },
    });
    const older = await stripe.subscriptions.create({
      customer: await stack.providerId(),
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
    });
    const { clientSecret, amountCents } = await begin('pro');
    const intent = await stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, amountCents]).toEqual([500, 500]);
    expect((await begin('pro')).clientSecret).toBe(clientSecret);
    expect((await stack.subscriptions()).map(({ id }) => id)).toContain(older.id);
  });
});

describe('a failure that the provider has saved', () => {
  const begin = (planType: 'pro' | 'proforever') =>
    stack.billing.purchasing.begin({ uid: stack.uid, email: 'a@example.test', planType });
  const unavailable = { code: 'unavailable', reason: 'payment-provider-unavailable' };

  it.each([
    ['customer', '/v1/customers', false, 'pro'],
    ['customer with effect', '/v1/customers', true, 'pro'],
    ['subscription', '/v1/subscriptions', false, 'pro'],
    ['subscription with effect', '/v1/subscriptions', true, 'pro'],
    ['one-time payment', '/v1/payment_intents', false, 'proforever'],
    ['one-time payment with effect', '/v1/payment_intents', true, 'proforever'],
  ] as const)('of a %s does not block the next purchase', async (_what, path, hasEffect, plan) => {
    stack.provider.control.failNext(path, hasEffect);
    await expect(begin(plan)).rejects.toMatchObject(unavailable);
    const { clientSecret } = await begin(plan);
    expect((await begin(plan)).clientSecret).toBe(clientSecret);
    stack.provider.pay(clientSecret, cards.good);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe(plan === 'pro' ? 'active' : 'proforever');
    const intents = stack.provider.state.all(
      'payment_intents',
      (one) => one.customer === intentOwner(clientSecret),
    );
    expect(intents).toHaveLength(1);
  });

  it('leads to one purchase for concurrent requests', async () => {
    stack.provider.control.failNext('/v1/subscriptions', false);
    await expect(begin('pro')).rejects.toMatchObject(unavailable);
    const together = await Promise.allSettled([begin('pro'), begin('pro'), begin('pro')]);
    const { clientSecret } = await begin('pro');
    for (const one of together) {
      if (one.status === 'fulfilled') expect(one.value.clientSecret).toBe(clientSecret);
    }
    expect(await stack.subscriptions()).toHaveLength(1);
  });

  it('is retried with a new idempotency key each time', async () => {
    for (let failure = 0; failure < 3; failure += 1) {
      stack.provider.control.failNext('/v1/subscriptions', false);
      await expect(begin('pro')).rejects.toMatchObject(unavailable);
    }
    expect(await begin('pro')).toMatchObject({ status: 'incomplete' });
    expect(await stack.subscriptions()).toHaveLength(1);
  });
});

describe('buying ProForever', () => {
  it('takes one payment [1.17, 7.19, 9.8]', async () => {
    const { clientSecret } = await stack.paidForever();
    const intent = await stack.provider.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, intent.currency]).toEqual([11_000, 'usd']);
    stack.provider.control.advance(30 * day);
    stack.provider.webhooks.takeHeld();
    await stack.billing.plans.refresh(stack.uid);
    expect(await stack.statusOf()).toBe('proforever');
    expect(await stack.billing.buy(stack.uid, 'proforever', cards.good)).toMatchObject({
      status: 'active',
    });
    expect(await stack.billing.buy(stack.uid, 'pro', cards.good)).toMatchObject({
      status: 'active',
    });
  });

  it('cancels the subscription of a Pro user', async () => {
    await stack.paidPro();
    await stack.paidForever();
    expect((await stack.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    const changes = await stack.billing.planChanges(stack.uid);
    expect(changes.map((c) => [c.previousStatus, c.subscriptionStatus, c.version])).toEqual([
      ['free', 'active', 1],
      ['active', 'proforever', 2],
    ]);
  });

  it('has no end, and ten years later the reconciliation keeps it [6.14]', async () => {
    await stack.paidForever();
    const years = 10 * 365 * day;
    stack.provider.control.advance(years);
    stack.provider.webhooks.takeHeld();
    stack.billing.passTime(years * 1000);
    await stack.billing.reconcile();
    const customer = await stack.billing.customers.find(stack.uid);
    expect([customer.status, customer.periodEnd]).toEqual(['proforever', undefined]);
  });
});
