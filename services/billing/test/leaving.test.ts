import { jest } from '@jest/globals';
import { silentLogger } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import { identityHandlers } from '../src/billing.events.js';
import { day, openDesk } from './harness.js';
import { cards } from './provider.js';

const desk = openDesk();

describe('cancelling', () => {
  it('ends Pro immediately, at the provider too, without refund [4.25, 9.7]', async () => {
    await desk.paidPro();
    const plan = await desk.billing.plans.cancel(desk.uid);
    expect(plan).toMatchObject({ status: 'free', version: 2, periodEnd: undefined });
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
    const { data } = await desk.provider.stripe.charges.list({ customer: await desk.providerId() });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
  });

  it('ends ProForever; only a new payment restores it', async () => {
    await desk.paidForever();
    await desk.billing.plans.cancel(desk.uid);
    await desk.billing.plans.refresh(desk.uid);
    expect(await desk.statusOf()).toBe('free');
    await desk.paidForever();
  });

  it('of ProForever is refused where a setting forbids it [4.27]', async () => {
    await desk.paidPro();
    const { plans } = desk.keepingForever();
    expect(await plans.cancel(desk.uid)).toMatchObject({ status: 'free' });
    await desk.paidForever();
    await expect(plans.cancel(desk.uid)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'plan-not-cancellable',
    });
    expect(await desk.statusOf()).toBe('proforever');
    expect(await plans.setPlan(desk.uid, 'free')).toMatchObject({ status: 'free' });
  });

  it('is refused without a plan', async () => {
    await expect(desk.billing.plans.cancel(desk.uid)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'no-subscription',
    });
    expect((await desk.billing.customers.find(desk.uid)).revision).toBe(0);
  });

  it('is completed later if the provider is unavailable', async () => {
    await desk.paidPro();
    const { subscriptions: api } = desk.provider.stripe;
    const cancel = api.cancel.bind(api);
    api.cancel = () => Promise.reject(new Error('network'));
    expect(await desk.billing.plans.cancel(desk.uid)).toMatchObject({ status: 'free' });
    api.cancel = cancel;
    expect((await desk.subscriptions())[0]?.status).toBe('active');
    desk.billing.passTime(2 * 60_000);
    await desk.billing.reconcile();
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
    expect(await desk.statusOf()).toBe('free');
  });
});

describe('a payment that the page does not show yet', () => {
  const changed = { code: 'conflict', reason: 'plan-changed' };

  it.each([
    ['that names the plan shown', 'active'],
    ['of an older page', undefined],
  ] as const)('survives a cancellation %s', async (_what, shown) => {
    await desk.paidPro();
    await desk.billing.buy(desk.uid, 'proforever', cards.good);
    await expect(desk.billing.plans.cancel(desk.uid, shown)).rejects.toMatchObject(changed);
    expect(await desk.statusOf()).toBe('proforever');
    expect((await desk.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    await desk.billing.plans.cancel(desk.uid, 'proforever');
    expect(await desk.statusOf()).toBe('free');
  });

  it('survives a cancellation during which its webhook arrives', async () => {
    await desk.paidPro();
    await desk.billing.buy(desk.uid, 'proforever', cards.good);
    const { customers } = desk.billing;
    const save = customers.save.bind(customers);
    customers.save = async (...args) => {
      customers.save = save;
      await desk.billing.deliverAll();
      return save(...args);
    };
    await expect(desk.billing.plans.cancel(desk.uid)).rejects.toMatchObject(changed);
    expect(await desk.statusOf()).toBe('proforever');
  });

  it.each([
    ['that names the plan shown', 'free'],
    ['of an older page', undefined],
  ] as const)('survives a plan of an admin %s', async (_what, shown) => {
    await desk.billing.buy(desk.uid, 'proforever', cards.good);
    const { plans } = desk.billing;
    await expect(plans.setPlan(desk.uid, 'active', shown)).rejects.toMatchObject(changed);
    expect(await desk.statusOf()).toBe('proforever');
    expect(await plans.setPlan(desk.uid, 'proforever', 'free')).toMatchObject({
      status: 'proforever',
    });
    expect(await plans.setPlan(desk.uid, 'active', 'proforever')).toMatchObject({
      status: 'active',
    });
  });
});

describe('refunds and disputes', () => {
  const lastCharge = async () =>
    (await desk.provider.stripe.charges.list({ customer: await desk.providerId() })).data[0]?.id ??
    '';

  it.each([
    ['Pro', () => desk.paidPro()],
    ['ProForever', () => desk.paidForever()],
  ])('a full refund ends %s, half of it does not', async (_plan, buyIt) => {
    await buyIt();
    const before = await desk.statusOf();
    const charge = await lastCharge();
    await desk.provider.stripe.refunds.create({ charge, amount: 100 });
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe(before);
    await desk.provider.stripe.refunds.create({ charge });
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
    for (const { status } of await desk.subscriptions()) expect(status).toBe('canceled');
  });

  it.each([
    ['its renewal has failed and is retried', 'past_due', 8 * day, cards.declined],
    ["its renewal's invoice is a draft", 'active', 7 * day + 60, cards.good],
  ])('a full refund ends Pro while %s', async (_what, status, seconds, card) => {
    await desk.paidPro();
    const charge = await lastCharge();
    desk.provider.control.saveCard(await desk.providerId(), card);
    desk.provider.control.advance(seconds);
    await desk.billing.deliverAll();
    expect([await desk.statusOf(), (await desk.subscriptions())[0]?.status]).toEqual([
      'active',
      status,
    ]);
    await desk.provider.stripe.refunds.create({ charge });
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
    desk.provider.control.saveCard(await desk.providerId(), cards.good);
    desk.provider.control.advance(14 * day);
    const { data } = await desk.provider.stripe.charges.list({
      customer: await desk.providerId(),
    });
    expect(data.filter(({ paid }) => paid).map(({ id }) => id)).toEqual([charge]);
  });

  it('a refund of an older week changes nothing', async () => {
    await desk.paidPro();
    const charge = await lastCharge();
    desk.provider.control.advance(8 * day);
    await desk.provider.stripe.refunds.create({ charge });
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('active');
  });

  it('a dispute suspends ProForever until it is won', async () => {
    await desk.paidForever();
    const { id } = desk.provider.control.dispute(await lastCharge());
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
    desk.provider.control.closeDispute(id, 'won');
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('proforever');
  });

  it('a lost dispute is final, and a disputed subscription ends', async () => {
    await desk.paidPro();
    const { id } = desk.provider.control.dispute(await lastCharge());
    await desk.billing.deliverAll();
    expect([await desk.statusOf(), (await desk.subscriptions())[0]?.status]).toEqual([
      'free',
      'canceled',
    ]);
    desk.provider.control.closeDispute(id, 'lost');
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
  });
});

describe('an admin sets any of the three plans', () => {
  it('without payment, with an increasing version and one event per change [1.20, 4.26]', async () => {
    for (const status of ['active', 'proforever', 'active', 'free', 'free'] as const) {
      expect(await desk.billing.plans.setPlan(desk.uid, status)).toMatchObject({ status });
    }
    const changes = await desk.billing.planChanges(desk.uid);
    expect(changes.map((c) => [c.previousStatus, c.subscriptionStatus, c.version])).toEqual([
      ['free', 'active', 1],
      ['active', 'proforever', 2],
      ['proforever', 'active', 3],
      ['active', 'free', 4],
    ]);
  });

  it('setting free ends the paid subscription', async () => {
    await desk.paidPro();
    await desk.billing.plans.setPlan(desk.uid, 'free');
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
  });

  it('setting active keeps the paid subscription', async () => {
    await desk.paidPro();
    await desk.billing.plans.setPlan(desk.uid, 'active');
    expect((await desk.subscriptions())[0]?.status).toBe('active');
    await desk.billing.plans.cancel(desk.uid);
    expect(await desk.statusOf()).toBe('free');
  });

  it('setting proforever ends the subscription; setting active overrides the purchase', async () => {
    await desk.paidPro();
    await desk.billing.plans.setPlan(desk.uid, 'proforever');
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
    await desk.billing.plans.setPlan(desk.uid, 'active');
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('active');
  });
});

describe('a deleted account', () => {
  const tombstone = () =>
    desk.connection.collection('customers').findOne({ _id: desk.uid as never });
  const expectedTombstone = () => ({
    _id: desk.uid,
    status: 'free',
    version: 0,
    revision: expect.any(Number) as unknown,
    isClosing: true,
    removedAt: expect.any(Date) as unknown,
  });

  it('stops paying and leaves no data [9.54]', async () => {
    await desk.paidPro();
    const customer = await desk.providerId();
    const [handler] = identityHandlers(desk.billing.closing);
    const data = events.userDeleted.codec.encode({ uid: desk.uid }).finish();
    const message = { id: 'e1', subject: events.userDeleted.subject, data, traceparent: '' };
    await handler?.handle(message);
    await handler?.handle(message);
    expect(await tombstone()).toEqual(expectedTombstone());
    expect(await desk.provider.stripe.customers.retrieve(customer)).toMatchObject({
      deleted: true,
    });
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
  });

  const beginForever = async () => {
    const email = 'a@example.test';
    const request = { uid: desk.uid, email, planType: 'proforever' } as const;
    const { clientSecret } = await desk.billing.purchasing.begin(request);
    return { clientSecret, id: clientSecret.split('_secret_')[0] ?? '' };
  };

  it('cannot pay with a form that is still open', async () => {
    const { clientSecret, id } = await beginForever();
    await desk.billing.closing.begin(desk.uid);
    expect(desk.provider.pay(clientSecret, cards.good).status).toBe(400);
    expect(await desk.provider.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
  });

  it('is closed while its bank processes a debit; the payment is logged for a refund', async () => {
    const { id } = await beginForever();
    await desk.provider.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_usBankAccount_success',
      return_url: 'https://example.com',
    });
    await desk.billing.closing.begin(desk.uid);
    expect(await tombstone()).toEqual(expectedTombstone());
    desk.provider.control.settleDebit(id, true);
    const warn = jest.spyOn(silentLogger, 'warn');
    await desk.billing.deliverAll();
    expect(warn.mock.calls).toEqual([
      [{ payment: id }, 'payment without an account: check whether to refund it'],
    ]);
    warn.mockRestore();
  });

  it('is not treated as closed while the provider does not know the customer', async () => {
    await desk.paidPro();
    const customer = await desk.providerId();
    const { closing } = desk.atAnotherAccount();
    await expect(closing.begin(desk.uid)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await desk.providerId()).toBe(customer);
    await desk.billing.reconcile();
    expect(await tombstone()).toEqual(expectedTombstone());
    expect(await desk.provider.stripe.customers.retrieve(customer)).toMatchObject({
      deleted: true,
    });
  });

  it('is not treated as closed after concurrent updates', async () => {
    await desk.paidPro();
    const { customers, closing } = desk.billing;
    const save = customers.save.bind(customers);
    customers.save = () => Promise.resolve(false);
    await expect(closing.begin(desk.uid)).rejects.toMatchObject({ code: 'unavailable' });
    customers.save = save;
    await closing.begin(desk.uid);
    expect(await tombstone()).toEqual(expectedTombstone());
  });

  it.each([
    ['without a plan', () => Promise.resolve()],
    ['with a plan of an admin', () => desk.billing.plans.setPlan(desk.uid, 'active')],
  ])('ends a purchase in flight of a user %s, at the provider too', async (_what, prepare) => {
    await prepare();
    const { customers } = desk.provider.stripe;
    const create = customers.create.bind(customers);
    customers.create = async (...args) => {
      const created = await create(...args);
      await desk.billing.closing.begin(desk.uid);
      return created;
    };
    const email = 'a@example.test';
    const bought = desk.billing.purchasing.begin({ uid: desk.uid, email, planType: 'proforever' });
    await expect(bought).rejects.toMatchObject({ code: 'unavailable' });
    customers.create = create;
    expect(await tombstone()).toEqual(expectedTombstone());
    const left = desk.provider.state.all(
      'customers',
      ({ metadata, deleted }) => metadata['uid'] === desk.uid && deleted !== true,
    );
    expect(left).toEqual([]);
  });

  it('is not created again by a plan of an admin, and its tombstone is forgotten', async () => {
    await desk.billing.closing.begin(desk.uid);
    await desk.billing.plans.setPlan(desk.uid, 'active');
    expect(await tombstone()).toEqual(expectedTombstone());
    desk.billing.passTime(redeliveryWindowMs + 1_000);
    await desk.billing.reconcile();
    expect(await tombstone()).toBeNull();
  });
});
