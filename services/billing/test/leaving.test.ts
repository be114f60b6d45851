import { jest } from '@jest/globals';
import { silentLogger } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import { identityHandlers } from '../src/billing.events.js';
import { day, openStack } from './harness.js';
import { cards } from './provider.js';

const stack = openStack();

describe('cancelling', () => {
  it('ends Pro immediately, at the provider too, without refund [4.25, 9.7]', async () => {
    await stack.paidPro();
    const plan = await stack.billing.plans.cancel(stack.uid);
    expect(plan).toMatchObject({ status: 'free', version: 2, periodEnd: undefined });
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    const { data } = await stack.provider.stripe.charges.list({
      customer: await stack.providerId(),
    });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
  });

  it('ends ProForever; only a new payment restores it', async () => {
    await stack.paidForever();
    await stack.billing.plans.cancel(stack.uid);
    await stack.billing.plans.refresh(stack.uid);
    expect(await stack.statusOf()).toBe('free');
    await stack.paidForever();
  });

  it('of ProForever is refused where a setting forbids it [4.27]', async () => {
    await stack.paidPro();
    const { plans } = stack.keepingForever();
    expect(await plans.cancel(stack.uid)).toMatchObject({ status: 'free' });
    await stack.paidForever();
    await expect(plans.cancel(stack.uid)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'plan-not-cancellable',
    });
    expect(await stack.statusOf()).toBe('proforever');
    expect(await plans.setPlan(stack.uid, 'free')).toMatchObject({ status: 'free' });
  });

  it('is refused without a plan', async () => {
    await expect(stack.billing.plans.cancel(stack.uid)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'no-subscription',
    });
    expect((await stack.billing.customers.find(stack.uid)).revision).toBe(0);
  });

  it('without a plan leaves a payment that is begun', async () => {
    const request = { uid: stack.uid, email: '', planType: 'pro' as const };
    const { clientSecret } = await stack.billing.purchasing.begin(request);
    await expect(stack.billing.plans.cancel(stack.uid)).rejects.toMatchObject({
      reason: 'no-subscription',
    });
    expect(stack.provider.pay(clientSecret, cards.good).status).toBe(200);
    await stack.settle();
    expect(await stack.statusOf()).toBe('active');
  });

  it('is completed later if the provider is unavailable', async () => {
    await stack.paidPro();
    const { subscriptions: api } = stack.provider.stripe;
    const cancel = api.cancel.bind(api);
    api.cancel = () => Promise.reject(new Error('network'));
    expect(await stack.billing.plans.cancel(stack.uid)).toMatchObject({ status: 'free' });
    api.cancel = cancel;
    expect((await stack.subscriptions())[0]?.status).toBe('active');
    stack.billing.passTime(2 * 60_000);
    await stack.billing.reconcile();
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    expect(await stack.statusOf()).toBe('free');
  });
});

describe('a payment that the page does not show yet', () => {
  const changed = { code: 'conflict', reason: 'plan-changed' };

  it.each([
    ['that names the plan shown', 'active'],
    ['of an older page', undefined],
  ] as const)('survives a cancellation %s', async (_what, shown) => {
    await stack.paidPro();
    await stack.billing.buy(stack.uid, 'proforever', cards.good);
    await expect(stack.billing.plans.cancel(stack.uid, shown)).rejects.toMatchObject(changed);
    expect(await stack.statusOf()).toBe('proforever');
    expect((await stack.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    await stack.billing.plans.cancel(stack.uid, 'proforever');
    expect(await stack.statusOf()).toBe('free');
  });

  it('survives a cancellation during which its webhook arrives', async () => {
    await stack.paidPro();
    await stack.billing.buy(stack.uid, 'proforever', cards.good);
    const { customers } = stack.billing;
    const save = customers.save.bind(customers);
    customers.save = async (...args) => {
      customers.save = save;
      await stack.billing.deliverAll();
      return save(...args);
    };
    await expect(stack.billing.plans.cancel(stack.uid)).rejects.toMatchObject(changed);
    expect(await stack.statusOf()).toBe('proforever');
  });

  it.each([
    ['that names the plan shown', 'free'],
    ['of an older page', undefined],
  ] as const)('survives a plan of an admin %s', async (_what, shown) => {
    await stack.billing.buy(stack.uid, 'proforever', cards.good);
    const { plans } = stack.billing;
    await expect(plans.setPlan(stack.uid, 'active', shown)).rejects.toMatchObject(changed);
    expect(await stack.statusOf()).toBe('proforever');
    expect(await plans.setPlan(stack.uid, 'proforever', 'free')).toMatchObject({
      status: 'proforever',
    });
    expect(await plans.setPlan(stack.uid, 'active', 'proforever')).toMatchObject({
      status: 'active',
    });
  });
});

describe('refunds and disputes', () => {
  const lastCharge = async () =>
    (await stack.provider.stripe.charges.list({ customer: await stack.providerId() })).data[0]
      ?.id ?? '';

  it.each([
    ['Pro', () => stack.paidPro()],
    ['ProForever', () => stack.paidForever()],
  ])('a full refund ends %s, half of it does not', async (_plan, buyIt) => {
    await buyIt();
    const before = await stack.statusOf();
    const charge = await lastCharge();
    await stack.provider.stripe.refunds.create({ charge, amount: 100 });
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe(before);
    await stack.provider.stripe.refunds.create({ charge });
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    for (const { status } of await stack.subscriptions()) expect(status).toBe('canceled');
  });

  it.each([
    ['its renewal has failed and is retried', 'past_due', 8 * day, cards.declined],
    ["its renewal's invoice is a draft", 'active', 7 * day + 60, cards.good],
  ])('a full refund ends Pro while %s', async (_what, status, seconds, card) => {
    await stack.paidPro();
    const charge = await lastCharge();
    stack.provider.control.saveCard(await stack.providerId(), card);
    stack.provider.control.advance(seconds);
    await stack.billing.deliverAll();
    expect([await stack.statusOf(), (await stack.subscriptions())[0]?.status]).toEqual([
      'active',
      status,
    ]);
    await stack.provider.stripe.refunds.create({ charge });
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    stack.provider.control.saveCard(await stack.providerId(), cards.good);
    stack.provider.control.advance(14 * day);
    const { data } = await stack.provider.stripe.charges.list({
      customer: await stack.providerId(),
    });
    expect(data.filter(({ paid }) => paid).map(({ id }) => id)).toEqual([charge]);
  });

  it('a refund of an older week changes nothing', async () => {
    await stack.paidPro();
    const charge = await lastCharge();
    stack.provider.control.advance(8 * day);
    await stack.provider.stripe.refunds.create({ charge });
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('active');
  });

  it('a dispute suspends ProForever until it is won', async () => {
    await stack.paidForever();
    const { id } = stack.provider.control.dispute(await lastCharge());
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    stack.provider.control.closeDispute(id, 'won');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('proforever');
  });

  it('a lost dispute is final, and a disputed subscription ends', async () => {
    await stack.paidPro();
    const { id } = stack.provider.control.dispute(await lastCharge());
    await stack.billing.deliverAll();
    expect([await stack.statusOf(), (await stack.subscriptions())[0]?.status]).toEqual([
      'free',
      'canceled',
    ]);
    stack.provider.control.closeDispute(id, 'lost');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
  });
});

describe('an admin sets any of the three plans', () => {
  it('without payment, with an increasing version and one event per change [1.20, 4.26]', async () => {
    for (const status of ['active', 'proforever', 'active', 'free', 'free'] as const) {
      expect(await stack.billing.plans.setPlan(stack.uid, status)).toMatchObject({ status });
    }
    const changes = await stack.billing.planChanges(stack.uid);
    expect(changes.map((c) => [c.previousStatus, c.subscriptionStatus, c.version])).toEqual([
      ['free', 'active', 1],
      ['active', 'proforever', 2],
      ['proforever', 'active', 3],
      ['active', 'free', 4],
    ]);
  });

  it('setting free ends the paid subscription', async () => {
    await stack.paidPro();
    await stack.billing.plans.setPlan(stack.uid, 'free');
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
  });

  it('setting active keeps the paid subscription', async () => {
    await stack.paidPro();
    await stack.billing.plans.setPlan(stack.uid, 'active');
    expect((await stack.subscriptions())[0]?.status).toBe('active');
    await stack.billing.plans.cancel(stack.uid);
    expect(await stack.statusOf()).toBe('free');
  });

  it('setting proforever ends the subscription; setting active overrides the purchase', async () => {
    await stack.paidPro();
    await stack.billing.plans.setPlan(stack.uid, 'proforever');
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    await stack.billing.plans.setPlan(stack.uid, 'active');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('active');
  });
});

describe('a deleted account', () => {
  const tombstone = () =>
    stack.connection.collection('customers').findOne({ _id: stack.uid as never });
  const expectedTombstone = () => ({
    _id: stack.uid,
    status: 'free',
    version: 0,
    revision: expect.any(Number) as unknown,
    isClosing: true,
    removedAt: expect.any(Date) as unknown,
  });

  it('stops paying and leaves no data [9.54]', async () => {
    await stack.paidPro();
    const customer = await stack.providerId();
    const [handler] = identityHandlers(stack.billing.closing);
    const data = events.userDeleted.codec.encode({ uid: stack.uid }).finish();
    const message = { id: 'e1', subject: events.userDeleted.subject, data, traceparent: '' };
    await handler?.handle(message);
    await handler?.handle(message);
    expect(await tombstone()).toEqual(expectedTombstone());
    expect(await stack.provider.stripe.customers.retrieve(customer)).toMatchObject({
      deleted: true,
    });
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
  });

  const beginForever = async () => {
    const email = 'a@example.test';
    const request = { uid: stack.uid, email, planType: 'proforever' } as const;
    const { clientSecret } = await stack.billing.purchasing.begin(request);
    return { clientSecret, id: clientSecret.split('_secret_')[0] ?? '' };
  };

  it('cannot pay with a form that is still open', async () => {
    const { clientSecret, id } = await beginForever();
    await stack.billing.closing.begin(stack.uid);
    expect(stack.provider.pay(clientSecret, cards.good).status).toBe(400);
    expect(await stack.provider.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
  });

  it('is closed while its bank processes a debit; the payment is logged for a refund', async () => {
    const { id } = await beginForever();
    await stack.provider.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_usBankAccount_success',
      return_url: 'https://example.com',
    });
    await stack.billing.closing.begin(stack.uid);
    expect(await tombstone()).toEqual(expectedTombstone());
    stack.provider.control.settleDebit(id, true);
    const warn = jest.spyOn(silentLogger, 'warn');
    await stack.billing.deliverAll();
    expect(warn.mock.calls).toEqual([
      [{ payment: id }, 'payment without an account: check whether to refund it'],
    ]);
    warn.mockRestore();
  });

  it('is closed while its bank processes a debit for Pro; the payment is logged for a refund', async () => {
    const { clientSecret } = await stack.billing.purchasing.begin({
      uid: stack.uid,
      email: '',
      planType: 'pro',
    });
    const id = clientSecret.split('_secret_')[0] ?? '';
    await stack.provider.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_usBankAccount_success',
      return_url: 'https://example.com',
    });
    const [invoice] = stack.provider.state.all('invoices');
    await stack.billing.closing.begin(stack.uid);
    stack.provider.control.settleDebit(id, true);
    const warn = jest.spyOn(silentLogger, 'warn');
    await stack.billing.deliverAll();
    expect(warn.mock.calls).toEqual([
      [{ payment: invoice?.id }, 'payment without an account: check whether to refund it'],
    ]);
    warn.mockRestore();
  });

  it('is not treated as closed while the provider does not know the customer', async () => {
    await stack.paidPro();
    const customer = await stack.providerId();
    const { closing } = stack.atAnotherAccount();
    await expect(closing.begin(stack.uid)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stack.providerId()).toBe(customer);
    await stack.billing.reconcile();
    expect(await tombstone()).toEqual(expectedTombstone());
    expect(await stack.provider.stripe.customers.retrieve(customer)).toMatchObject({
      deleted: true,
    });
  });

  it('is not treated as closed after concurrent updates', async () => {
    await stack.paidPro();
    const { customers, closing } = stack.billing;
    const save = customers.save.bind(customers);
    customers.save = () => Promise.resolve(false);
    await expect(closing.begin(stack.uid)).rejects.toMatchObject({ code: 'unavailable' });
    customers.save = save;
    await closing.begin(stack.uid);
    expect(await tombstone()).toEqual(expectedTombstone());
  });

  it.each([
    ['without a plan', () => Promise.resolve()],
    ['with a plan of an admin', () => stack.billing.plans.setPlan(stack.uid, 'active')],
  ])('ends a purchase in flight of a user %s, at the provider too', async (_what, prepare) => {
    await prepare();
    const { customers } = stack.provider.stripe;
    const create = customers.create.bind(customers);
    customers.create = async (...args) => {
      const created = await create(...args);
      await stack.billing.closing.begin(stack.uid);
      return created;
    };
    const email = 'a@example.test';
    const bought = stack.billing.purchasing.begin({
      uid: stack.uid,
      email,
      planType: 'proforever',
    });
    await expect(bought).rejects.toMatchObject({ code: 'unavailable' });
    customers.create = create;
    expect(await tombstone()).toEqual(expectedTombstone());
    const left = stack.provider.state.all(
      'customers',
      ({ metadata, deleted }) => metadata['uid'] === stack.uid && deleted !== true,
    );
    expect(left).toEqual([]);
  });

  it('gets no form for a payment that begins while the provider closes its customer', async () => {
    const { paymentIntents, customers } = stack.provider.stripe;
    const create = paymentIntents.create.bind(paymentIntents);
    const del = customers.del.bind(customers);
    let closed: Promise<void> | undefined;
    paymentIntents.create = async (...args) => {
      paymentIntents.create = create;
      // The begun payments are cancelled; the customer is deleted after this one was created.
      const intent = await new Promise<ReturnType<typeof create>>((resolve) => {
        customers.del = async (...deleted) => {
          customers.del = del;
          const created = create(...args);
          resolve(created);
          await created;
          return del(...deleted);
        };
        closed = stack.billing.closing.begin(stack.uid);
      });
      return intent;
    };
    await expect(beginForever()).rejects.toMatchObject({ code: 'unavailable' });
    await closed;
    expect(await tombstone()).toEqual(expectedTombstone());
  });

  it('is not created again by a plan of an admin, and its tombstone is forgotten', async () => {
    await stack.billing.closing.begin(stack.uid);
    await stack.billing.plans.setPlan(stack.uid, 'active');
    expect(await tombstone()).toEqual(expectedTombstone());
    stack.billing.passTime(redeliveryWindowMs + 1_000);
    await stack.billing.reconcile();
    expect(await tombstone()).toBeNull();
  });
});
