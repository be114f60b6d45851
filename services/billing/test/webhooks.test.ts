import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { createRegistry, silentLogger } from '@tandem/kit';
import { createGrpcClient, serveGrpc } from '@tandem/kit/grpc';
import { clientFor, testAssertions, testCredentials, testDeadlineMs } from '@tandem/kit/testing';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import Stripe from 'stripe';
import { billingService } from '../src/billing.rpc.js';
import { unknownCustomer } from '../src/customer.store.js';
import { createStripePayments } from '../src/stripe-payments.js';
import { openStores } from './service.js';
import { day, openDesk } from './harness.js';
import { cards, startProvider, webhookSecret } from './provider.js';

const desk = openDesk();

describe('webhooks', () => {
  it.each([
    ['the signature is wrong', 't=1,v1=00'],
    ['the signature is malformed', 'nonsense'],
  ])('are refused when %s', async (_what, signature) => {
    const handled = desk.billing.webhooks.handle({ body: Buffer.from('{}'), signature });
    await expect(handled).rejects.toMatchObject({
      code: 'invalid-argument',
      reason: 'invalid-signature',
    });
  });

  it('refuses a modified body', async () => {
    await desk.billing.buy(desk.uid, 'pro', cards.good);
    const [held] = desk.provider.webhooks.takeHeld();
    const handled = desk.billing.webhooks.handle({
      body: Buffer.from(held?.message.body.replace('customer', 'custumer') ?? ''),
      signature: held?.message.signature ?? '',
    });
    await expect(handled).rejects.toMatchObject({ reason: 'invalid-signature' });
  });

  it.each([
    ['without data', { id: 'evt_thin', type: 'invoice.paid' }, 'invalid-data'],
    [
      'without an object',
      { id: 'evt_bare', type: 'invoice.paid', data: {} },
      'invalid-data.object',
    ],
    ['without an id', { type: 'invoice.paid', data: { object: {} } }, 'invalid-id'],
    ['that is null', null, 'invalid-request'],
  ])('refuses a signed event %s', async (_what, event, reason) => {
    const payload = JSON.stringify(event);
    const signature = desk.provider.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
    });
    const handled = desk.billing.webhooks.handle({ body: Buffer.from(payload), signature });
    await expect(handled).rejects.toMatchObject({ code: 'invalid-argument', reason });
  });

  // The provider's errors contain whole objects, which must not be logged.
  it.each([
    [
      'does not answer',
      new Stripe.errors.StripeConnectionError({
        message: 'canary',
        type: 'api_error',
        detail: Object.assign(new Error('canary'), { code: 'ENOTFOUND' }),
      }),
      {
        code: 'unavailable',
        reason: 'payment-provider-unavailable',
        cause: new Error('payment provider: StripeConnectionError ENOTFOUND'),
      },
    ],
    [
      'refuses',
      new Stripe.errors.StripeInvalidRequestError({
        message: 'canary',
        type: 'invalid_request_error',
        code: 'resource_missing',
      }),
      { message: 'payment provider: StripeInvalidRequestError resource_missing' },
    ],
  ])(
    'one about a charge fails in our words when the provider %s',
    async (_how, fault, expected) => {
      await desk.paidForever();
      const { charges } = desk.provider.stripe;
      const { data } = await charges.list({ customer: await desk.providerId() });
      desk.provider.control.dispute(data[0]?.id ?? '');
      const retrieve = charges.retrieve.bind(charges);
      charges.retrieve = () => Promise.reject(fault);
      const failure: unknown = await desk.billing.deliverAll().catch((error: unknown) => error);
      charges.retrieve = retrieve;
      expect(failure).toMatchObject(expected);
      expect(inspect(failure, { depth: 9 })).not.toContain('canary');
    },
  );

  it('reversed, duplicated or partial delivery leads to the same plan', async () => {
    await desk.billing.buy(desk.uid, 'pro', cards.good);
    await desk.billing.buy(desk.uid, 'proforever', cards.good);
    const held = desk.provider.webhooks.takeHeld();
    const some = [...held.toReversed(), ...held].filter((_, index) => index % 3 !== 1);
    for (const { message } of some) {
      await desk.billing.webhooks.handle({
        body: Buffer.from(message.body),
        signature: message.signature,
      });
    }
    expect(await desk.statusOf()).toBe('proforever');
    // The second purchase has applied the first one.
    expect((await desk.billing.customers.find(desk.uid)).version).toBe(2);
  });

  it('a duplicate makes no call to the provider', async () => {
    await desk.billing.buy(desk.uid, 'pro', cards.good);
    const held = desk.provider.webhooks.takeHeld();
    const deliver = async () => {
      for (const { message } of held) {
        await desk.billing.webhooks.handle({
          body: Buffer.from(message.body),
          signature: message.signature,
        });
      }
    };
    await deliver();
    const asked = desk.provider.requests.length;
    await deliver();
    expect(desk.provider.requests.length).toBe(asked);
  });

  it('the reconciliation makes up for lost webhooks within a day', async () => {
    await desk.billing.buy(desk.uid, 'pro', cards.good);
    desk.provider.webhooks.takeHeld();
    await desk.billing.reconcile();
    expect(await desk.statusOf()).toBe('active');
    desk.provider.control.saveCard(await desk.providerId(), cards.declined);
    desk.provider.control.advance(30 * day);
    desk.provider.webhooks.takeHeld();
    expect(await desk.statusOf()).toBe('active');
    desk.billing.passTime(25 * 3_600_000);
    await desk.billing.reconcile();
    expect(await desk.statusOf()).toBe('free');
  });

  it('acknowledges an unknown customer and changes nothing', async () => {
    await desk.provider.stripe.customers.create({ email: 'stranger@example.test' });
    await expect(desk.billing.deliverAll()).resolves.toBeUndefined();
  });

  it('a customer deleted at the provider is free and may buy again', async () => {
    await desk.paidPro();
    await desk.provider.stripe.customers.del(await desk.providerId());
    await desk.billing.deliverAll();
    expect(await desk.statusOf()).toBe('free');
    await desk.paidForever();
  });

  it('a customer deleted at the provider is free within a day after a lost webhook', async () => {
    await desk.paidPro();
    await desk.provider.stripe.customers.del(await desk.providerId());
    desk.provider.webhooks.takeHeld();
    desk.billing.passTime(25 * 3_600_000);
    await desk.billing.reconcile();
    expect([await desk.statusOf(), await desk.providerId()]).toEqual(['free', '']);
    await desk.paidForever();
  });

  it('a customer deleted at the provider is free after a crash between the two writes', async () => {
    await desk.paidPro();
    await desk.provider.stripe.customers.del(await desk.providerId());
    const [deleted] = desk.provider.webhooks
      .takeHeld()
      .filter(({ message }) => message.body.includes('"customer.deleted"'));
    const { customers } = desk.billing;
    const { save } = customers;
    const spy = jest
      .spyOn(customers, 'save')
      .mockImplementationOnce(save)
      .mockRejectedValueOnce(new Error('crash'));
    const body = Buffer.from(deleted?.message.body ?? '');
    const signature = deleted?.message.signature ?? '';
    await expect(desk.billing.webhooks.handle({ body, signature })).rejects.toThrow('crash');
    spy.mockRestore();
    await desk.billing.webhooks.handle({ body, signature });
    await desk.billing.reconcile();
    expect([await desk.statusOf(), await desk.providerId()]).toEqual(['free', '']);
  });

  it('a customer deleted at the provider during another change is free and may buy again', async () => {
    await desk.paidPro();
    await desk.provider.stripe.customers.del(await desk.providerId());
    const { customers } = desk.billing;
    const { save } = customers;
    let changes = 0;
    const spy = jest.spyOn(customers, 'save').mockImplementation(async (known, fields, events) => {
      if (fields.providerId === undefined && (changes += 1) === 1) {
        const { uid: _uid, revision: _revision, ...asKnown } = known;
        await save(known, { ...asKnown, nextCheckAt: undefined }, []);
      }
      return save(known, fields, events);
    });
    await desk.billing.deliverAll();
    spy.mockRestore();
    expect(changes).toBeGreaterThan(0);
    expect(await desk.providerId()).toBe('');
    expect(await desk.statusOf()).toBe('free');
    await desk.paidForever();
  });
});

describe('with a key of another account at the provider', () => {
  const notConfigured = { code: 'unavailable', reason: 'payments-not-configured' };

  it('the reconciliation keeps customers and plans, and logs how many are unknown', async () => {
    await desk.paidPro();
    const providerId = await desk.providerId();
    const mistaken = desk.atAnotherAccount();
    const warn = jest.spyOn(silentLogger, 'warn');
    mistaken.passTime(30 * day * 1_000);
    await mistaken.reconcile();
    const customers = await desk.billing.customers.countAtProvider();
    expect(warn.mock.calls).toEqual([[{ customers }, expect.stringContaining('unknown')]]);
    warn.mockRestore();
    expect([await desk.statusOf(), await desk.providerId()]).toEqual(['active', providerId]);
    await desk.billing.plans.cancel(desk.uid);
    expect((await desk.subscriptions())[0]?.status).toBe('canceled');
  });

  it('buying, cancelling and a plan of an admin fail and change nothing', async () => {
    await desk.paidPro();
    const { plans, purchasing } = desk.atAnotherAccount();
    const email = 'a@example.test';
    for (const call of [
      () => purchasing.begin({ uid: desk.uid, email, planType: 'proforever' }),
      () => plans.cancel(desk.uid),
      () => plans.setPlan(desk.uid, 'free'),
    ]) {
      await expect(call()).rejects.toMatchObject(notConfigured);
    }
    expect(await desk.statusOf()).toBe('active');
  });

  it('unknown customers of a stand-in, which starts without any, cause no error', async () => {
    const { stripe } = startProvider();
    const payments = createStripePayments(stripe, { forgetsCustomers: true });
    expect(await payments.hasCustomer('cus_earlier')).toBe(false);
  });
});

describe('the daily reconciliation on several replicas', () => {
  it('each due customer is processed by exactly one replica', async () => {
    const own = await openStores(desk.mongoUrl);
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

describe('the RPCs', () => {
  it('return single and batched plans, free for unknown users [3.24, 3.26]', async () => {
    const server = await serveGrpc({
      host: '127.0.0.1',
      port: 0,
      logger: silentLogger,
      registry: createRegistry('billing-rpc'),
      credentials: await testCredentials('billing'),
      assertions: testAssertions('billing'),
      services: [billingService({ ...desk.billing, takesPayments: true })],
    });
    const client = createGrpcClient(BillingServiceDefinition, `127.0.0.1:${server.port}`, {
      credentials: await testCredentials('gateway'),
      service: 'billing',
      deadlineMs: testDeadlineMs,
    });
    const admin = clientFor(client, { uid: 'admin', isAdmin: true });
    const user = clientFor(client, { uid: desk.uid });
    await admin.setPlan({ uid: desk.uid, subscriptionStatus: 'active' });
    const unpaid = {
      currentPeriodEnd: undefined,
      isPastDue: false,
      invoiceUrl: '',
      isPaymentProcessing: false,
    };
    const free = { subscriptionStatus: 'free', version: 0, ...unpaid };
    const { plans } = await admin.batchGetPlans({ uids: ['unknown', desk.uid] });
    expect(plans).toEqual([
      { uid: 'unknown', ...free },
      { uid: desk.uid, subscriptionStatus: 'active', version: 1, ...unpaid },
    ]);
    expect(await admin.getPlan({ uid: 'unknown' })).toEqual({ uid: 'unknown', ...free });
    await expect(
      admin.setPlan({ uid: desk.uid, subscriptionStatus: 'gold' }),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(user.createSubscription({ email: '', planType: 'gold' })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    expect(await user.getPlan({ uid: desk.uid })).toMatchObject({ uid: desk.uid });
    await expect(user.getPlan({ uid: 'unknown' })).rejects.toMatchObject({
      code: 'permission-denied',
      reason: 'foreign-user',
    });
    client.closeChannel();
    await server.stop();
  });
});
