import { createRegistry, silentLogger } from '@tandem/kit';
import { createGrpcClient, serveGrpc } from '@tandem/kit/grpc';
import { startMongo, type TestMongo } from '@tandem/kit/testing';
import { events } from '@tandem/proto/events';
import { PaymentFailed } from '@tandem/proto/tandem/events/v1/billing';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import { identityHandlers } from '../src/billing.events.js';
import { billingService } from '../src/billing.rpc.js';
import { unknownCustomer } from '../src/customer.store.js';
import { assemble, openStores, type Bench, type Stores } from './bench.js';
import { cards, startProvider, type TestProvider } from './provider.js';

const day = 86_400;
let mongo: TestMongo;
let provider: TestProvider;
let stores: Stores;
let billing: Bench;
let users = 0;
let uid = '';

beforeAll(async () => {
  mongo = await startMongo();
  provider = startProvider();
  provider.webhooks.setFaults({ isHeld: true });
  stores = await openStores(mongo.url);
  billing = assemble(stores, provider);
});
beforeEach(() => {
  users += 1;
  uid = `user-${users}`;
  provider.webhooks.takeHeld();
});
afterAll(async () => {
  await stores.stop();
  await mongo.stop();
});

const statusOf = async (of = uid) => (await billing.customers.find(of)).status;
const providerId = async () => (await billing.customers.find(uid)).providerId ?? '';
const subscriptions = async () => {
  const { data } = await provider.stripe.subscriptions.list({
    customer: await providerId(),
    status: 'all',
  });
  return data;
};
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const paidPro = async () => {
  const bought = await billing.buy(uid, 'pro', cards.good);
  await billing.deliverAll();
  expect(await statusOf()).toBe('active');
  return bought;
};
const paidForever = async () => {
  const bought = await billing.buy(uid, 'proforever', cards.good);
  await billing.deliverAll();
  expect(await statusOf()).toBe('proforever');
  return bought;
};

describe('buying Pro (spec, section 9: $5 a week)', () => {
  it('begins with a client secret and gives the plan when the webhook of the payment comes', async () => {
    const { clientSecret, status } = await billing.purchasing.begin({
      uid,
      email: 'a@example.test',
      planType: 'pro',
    });
    expect([status, clientSecret]).toEqual([
      'incomplete',
      expect.stringMatching(/^pi_\w+_secret_/),
    ]);
    const intent = await provider.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, intent.currency]).toEqual([500, 'usd']);
    const [subscription] = await subscriptions();
    expect(subscription?.items.data[0]?.price.recurring?.interval).toBe('week');
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
    provider.pay(clientSecret, cards.good);
    await billing.deliverAll();
    const { periodEnd } = await billing.customers.find(uid);
    expect(await statusOf()).toBe('active');
    const sinceBegin = (periodEnd?.getTime() ?? 0) / 1000 - (subscription?.created ?? 0);
    expect(sinceBegin / day).toBeCloseTo(7, 1);
    expect(await billing.planChanges(uid)).toEqual([
      expect.objectContaining({
        previousStatus: 'free',
        subscriptionStatus: 'active',
        version: 1,
      }) as unknown,
    ]);
  });

  it('answers active when it is bought already, even before any webhook came', async () => {
    await billing.buy(uid, 'pro', cards.good);
    expect(await billing.buy(uid, 'pro', cards.good)).toEqual({
      clientSecret: '',
      status: 'active',
    });
    expect(await subscriptions()).toHaveLength(1);
  });

  it('is one subscription, however often and at the same time it is begun', async () => {
    const begin = () => billing.purchasing.begin({ uid, email: 'a@example.test', planType: 'pro' });
    const together = await Promise.all([begin(), begin(), begin()]);
    const later = await begin();
    expect(new Set([...together, later].map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('a declined card gives nothing, is told once, and may be followed by a good one', async () => {
    const { clientSecret } = await billing.buy(uid, 'pro', cards.declined);
    const held = provider.webhooks.takeHeld();
    for (const { message } of [...held, ...held]) {
      await billing.webhooks.handle({
        body: Buffer.from(message.body),
        signature: message.signature,
      });
    }
    expect(await statusOf()).toBe('free');
    await billing.planChanges(uid);
    const failures = billing.bus.published
      .filter(({ subject }) => subject === events.paymentFailed.subject)
      .map(({ data }) => PaymentFailed.decode(data))
      .filter((failure) => failure.uid === uid);
    expect(failures).toHaveLength(1);
    provider.pay(clientSecret, cards.good);
    await billing.deliverAll();
    expect(await statusOf()).toBe('active');
  });

  it('a card with a second step gives the plan once the bank agreed', async () => {
    const { clientSecret } = await billing.buy(uid, 'pro', cards.challenge);
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
    provider.control.authenticate(intentOf(clientSecret), true);
    await billing.deliverAll();
    expect(await statusOf()).toBe('active');
  });

  it('renews every week, survives one failed payment and ends when none succeeds', async () => {
    await paidPro();
    const first = (await billing.customers.find(uid)).periodEnd?.getTime() ?? 0;
    provider.control.advance(8 * day);
    await billing.deliverAll();
    const second = (await billing.customers.find(uid)).periodEnd?.getTime() ?? 0;
    expect([await statusOf(), second - first]).toEqual(['active', 7 * day * 1000]);
    provider.control.saveCard(await providerId(), cards.declined);
    provider.control.advance(7 * day);
    await billing.deliverAll();
    expect([await statusOf(), (await subscriptions())[0]?.status]).toEqual(['active', 'past_due']);
    provider.control.advance(10 * day);
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
  });
});

describe('buying ProForever (spec, section 9: $110 once)', () => {
  it('is one payment for ever', async () => {
    const { clientSecret } = await paidForever();
    const intent = await provider.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect([intent.amount, intent.currency]).toEqual([11_000, 'usd']);
    provider.control.advance(30 * day);
    provider.webhooks.takeHeld();
    await billing.plans.refresh(uid);
    expect(await statusOf()).toBe('proforever');
    expect(await billing.buy(uid, 'proforever', cards.good)).toMatchObject({ status: 'active' });
    expect(await billing.buy(uid, 'pro', cards.good)).toMatchObject({ status: 'active' });
  });

  it('while Pro cancels the subscription', async () => {
    await paidPro();
    await paidForever();
    expect((await subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    const changes = await billing.planChanges(uid);
    expect(changes.map((c) => [c.previousStatus, c.subscriptionStatus, c.version])).toEqual([
      ['free', 'active', 1],
      ['active', 'proforever', 2],
    ]);
  });
});

describe('cancelling (spec, section 4: free at once, without refund)', () => {
  it('ends Pro at once at the provider as well, and gives nothing back', async () => {
    await paidPro();
    const plan = await billing.plans.cancel(uid);
    expect(plan).toMatchObject({ status: 'free', version: 2, periodEnd: undefined });
    expect((await subscriptions())[0]?.status).toBe('canceled');
    const { data } = await provider.stripe.charges.list({ customer: await providerId() });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
  });

  it('ends ProForever; the old payment does not bring it back, a new one does', async () => {
    await paidForever();
    await billing.plans.cancel(uid);
    await billing.plans.refresh(uid);
    expect(await statusOf()).toBe('free');
    await paidForever();
  });

  it('is refused when there is nothing to cancel', async () => {
    await expect(billing.plans.cancel(uid)).rejects.toMatchObject({
      code: 'failed-precondition',
      reason: 'no-subscription',
    });
    expect((await billing.customers.find(uid)).revision).toBe(0);
  });

  it('is finished later when the provider is away at the wrong moment', async () => {
    await paidPro();
    const { subscriptions: api } = provider.stripe;
    const cancel = api.cancel.bind(api);
    api.cancel = () => Promise.reject(new Error('network'));
    expect(await billing.plans.cancel(uid)).toMatchObject({ status: 'free' });
    api.cancel = cancel;
    expect((await subscriptions())[0]?.status).toBe('active');
    billing.passTime(2 * 60_000);
    await billing.reconcile();
    expect((await subscriptions())[0]?.status).toBe('canceled');
    expect(await statusOf()).toBe('free');
  });
});

describe('money that goes back', () => {
  const lastCharge = async () =>
    (await provider.stripe.charges.list({ customer: await providerId() })).data[0]?.id ?? '';

  it.each([
    ['Pro', paidPro],
    ['ProForever', paidForever],
  ])('a full refund ends %s, half of it does not', async (_plan, buyIt) => {
    await buyIt();
    const before = await statusOf();
    const charge = await lastCharge();
    await provider.stripe.refunds.create({ charge, amount: 100 });
    await billing.deliverAll();
    expect(await statusOf()).toBe(before);
    await provider.stripe.refunds.create({ charge });
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
    for (const { status } of await subscriptions()) expect(status).toBe('canceled');
  });

  it('a dispute suspends ProForever until it is won', async () => {
    await paidForever();
    const { id } = provider.control.dispute(await lastCharge());
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
    provider.control.closeDispute(id, 'won');
    await billing.deliverAll();
    expect(await statusOf()).toBe('proforever');
  });

  it('a lost dispute is final, and a disputed subscription ends', async () => {
    await paidPro();
    const { id } = provider.control.dispute(await lastCharge());
    await billing.deliverAll();
    expect([await statusOf(), (await subscriptions())[0]?.status]).toEqual(['free', 'canceled']);
    provider.control.closeDispute(id, 'lost');
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
  });
});

describe('an admin sets any of the three values (spec, section 4)', () => {
  it('without payment, with a version that grows and an event for each change', async () => {
    for (const status of ['active', 'proforever', 'active', 'free', 'free'] as const) {
      expect(await billing.plans.setPlan(uid, status)).toMatchObject({ status });
    }
    const changes = await billing.planChanges(uid);
    expect(changes.map((c) => [c.previousStatus, c.subscriptionStatus, c.version])).toEqual([
      ['free', 'active', 1],
      ['active', 'proforever', 2],
      ['proforever', 'active', 3],
      ['active', 'free', 4],
    ]);
  });

  it('to free ends what the user pays for', async () => {
    await paidPro();
    await billing.plans.setPlan(uid, 'free');
    expect((await subscriptions())[0]?.status).toBe('canceled');
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
  });

  it('to active keeps the subscription that is paid for', async () => {
    await paidPro();
    await billing.plans.setPlan(uid, 'active');
    expect((await subscriptions())[0]?.status).toBe('active');
    await billing.plans.cancel(uid);
    expect(await statusOf()).toBe('free');
  });

  it('to proforever ends the subscription, and to active takes the purchase away', async () => {
    await paidPro();
    await billing.plans.setPlan(uid, 'proforever');
    expect((await subscriptions())[0]?.status).toBe('canceled');
    await billing.plans.setPlan(uid, 'active');
    await billing.deliverAll();
    expect(await statusOf()).toBe('active');
  });
});

describe('webhooks are the truth, and only say "look again"', () => {
  it.each([
    ['unsigned', 't=1,v1=00'],
    ['without a signature', 'nonsense'],
  ])('one that is %s is refused', async (_what, signature) => {
    const handled = billing.webhooks.handle({ body: Buffer.from('{}'), signature });
    await expect(handled).rejects.toMatchObject({
      code: 'invalid-argument',
      reason: 'invalid-signature',
    });
  });

  it('one whose body was changed is refused', async () => {
    await billing.buy(uid, 'pro', cards.good);
    const [held] = provider.webhooks.takeHeld();
    const handled = billing.webhooks.handle({
      body: Buffer.from(held?.message.body.replace('customer', 'custumer') ?? ''),
      signature: held?.message.signature ?? '',
    });
    await expect(handled).rejects.toMatchObject({ reason: 'invalid-signature' });
  });

  it('backwards, twice, and by halves lead to the same plan', async () => {
    await billing.buy(uid, 'pro', cards.good);
    await billing.buy(uid, 'proforever', cards.good);
    const held = provider.webhooks.takeHeld();
    const some = [...held.toReversed(), ...held].filter((_, index) => index % 3 !== 1);
    for (const { message } of some) {
      await billing.webhooks.handle({
        body: Buffer.from(message.body),
        signature: message.signature,
      });
    }
    expect(await statusOf()).toBe('proforever');
    expect((await billing.customers.find(uid)).version).toBe(1);
  });

  it('a repeated one costs no call to the provider', async () => {
    await billing.buy(uid, 'pro', cards.good);
    const held = provider.webhooks.takeHeld();
    const deliver = async () => {
      for (const { message } of held) {
        await billing.webhooks.handle({
          body: Buffer.from(message.body),
          signature: message.signature,
        });
      }
    };
    await deliver();
    const asked = provider.requests.length;
    await deliver();
    expect(provider.requests.length).toBe(asked);
  });

  it('lost ones are made good by the reconciliation within a day', async () => {
    await billing.buy(uid, 'pro', cards.good);
    provider.webhooks.takeHeld();
    await billing.reconcile();
    expect(await statusOf()).toBe('active');
    provider.control.saveCard(await providerId(), cards.declined);
    provider.control.advance(30 * day);
    provider.webhooks.takeHeld();
    expect(await statusOf()).toBe('active');
    billing.passTime(25 * 3_600_000);
    await billing.reconcile();
    expect(await statusOf()).toBe('free');
  });

  it('one for a stranger to us is acknowledged and changes nothing', async () => {
    await provider.stripe.customers.create({ email: 'stranger@example.test' });
    await expect(billing.deliverAll()).resolves.toBeUndefined();
  });

  it('a customer deleted at the provider is free and may buy again', async () => {
    await paidPro();
    await provider.stripe.customers.del(await providerId());
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
    await paidForever();
  });
});

describe('the daily reconciliation on several replicas', () => {
  it('has each due customer done by one of them, however many ask at once', async () => {
    const own = await openStores(mongo.url);
    try {
      const now = new Date();
      const count = 12;
      for (let index = 0; index < count; index += 1) {
        const { revision: _none, uid: newUid, ...fields } = unknownCustomer(`due-${index}`);
        const nextCheckAt = new Date(now.getTime() - index * 1_000);
        await own.customers.save(unknownCustomer(newUid), { ...fields, nextCheckAt }, []);
      }
      const claims: string[] = [];
      const replica = async () => {
        for (;;) {
          const claimed = await own.customers.claimDue(now, 600_000);
          if (!claimed) return;
          claims.push(claimed.uid);
        }
      };
      await Promise.all(Array.from({ length: 8 }, replica));
      expect(claims).toHaveLength(count);
      expect(new Set(claims).size).toBe(count);
    } finally {
      await own.stop();
    }
  });
});

describe('a deleted account (removed everywhere)', () => {
  it('pays no longer, and nothing of it stays', async () => {
    await paidPro();
    const customer = await providerId();
    const [handler] = identityHandlers(billing.closing);
    const data = events.userDeleted.codec.encode({ uid }).finish();
    const message = { id: 'e1', subject: events.userDeleted.subject, data, traceparent: '' };
    await handler?.handle(message);
    await handler?.handle(message);
    expect((await billing.customers.find(uid)).revision).toBe(0);
    expect(await provider.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    await billing.deliverAll();
    expect(await statusOf()).toBe('free');
  });
});

describe('the RPCs', () => {
  it('answer plans one by one and many at once, free for unknown users', async () => {
    const server = await serveGrpc({
      host: '127.0.0.1',
      port: 0,
      logger: silentLogger,
      registry: createRegistry('billing-rpc'),
      services: [billingService(billing)],
    });
    const client = createGrpcClient(BillingServiceDefinition, `127.0.0.1:${server.port}`);
    await client.setPlan({ uid, subscriptionStatus: 'active', actorUid: 'admin' });
    const free = { subscriptionStatus: 'free', version: 0, currentPeriodEnd: undefined };
    const { plans } = await client.batchGetPlans({ uids: ['nobody', uid] });
    expect(plans).toEqual([
      { uid: 'nobody', ...free },
      { uid, subscriptionStatus: 'active', version: 1, currentPeriodEnd: undefined },
    ]);
    expect(await client.getPlan({ uid: 'nobody' })).toEqual({ uid: 'nobody', ...free });
    await expect(
      client.setPlan({ uid, subscriptionStatus: 'gold', actorUid: 'admin' }),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(
      client.createSubscription({ uid, email: '', planType: 'gold' }),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
    client.closeChannel();
    await server.stop();
  });
});
