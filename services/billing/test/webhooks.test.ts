import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { createRegistry, silentLogger } from '@tandem/kit';
import { createGrpcClient, serveGrpc } from '@tandem/kit/grpc';
import { clientFor, testAssertions, testCredentials, testDeadlineMs } from '@tandem/kit/testing';
import { BillingServiceDefinition } from '@tandem/proto/tandem/billing/v1/billing';
import Stripe from 'stripe';
import { billingService } from '../src/billing.rpc.js';
import { unknownCustomer } from '../src/customer.store.js';
import { createStripePayments } from '../src/stripe/payments.js';
import { day, openStack } from './harness.js';
import { cards, startProvider, webhookSecret } from './provider.js';
import { openStores } from './service.js';

const stack = openStack();

describe('webhooks', () => {
  it.each([
    ['the signature is wrong', 't=1,v1=00'],
    ['the signature is malformed', 'nonsense'],
  ])('are refused when %s', async (_what, signature) => {
    const handled = stack.billing.webhooks.handle({ body: Buffer.from('{}'), signature });
    await expect(handled).rejects.toMatchObject({
      code: 'invalid-argument',
      reason: 'invalid-signature',
    });
  });

  it('refuses a modified body', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    const [held] = stack.provider.webhooks.takeHeld();
    const handled = stack.billing.webhooks.handle({
      body: Buffer.from(held?.message.body.replace('customer', 'custumer') ?? ''),
      signature: held?.message.signature ?? '',
    });
    await expect(handled).rejects.toMatchObject({ reason: 'invalid-signature' });
  });

  it.each([
    [
      'that is a notification',
      { id: 'evt_thin', object: 'v2.core.event', type: 'v1.invoice.paid' },
      'invalid-request',
    ],
    ['without data', { id: 'evt_empty', object: 'event', type: 'invoice.paid' }, 'invalid-data'],
    [
      'without an object',
      { id: 'evt_bare', object: 'event', type: 'invoice.paid', data: {} },
      'invalid-data.object',
    ],
    [
      'without an id',
      { object: 'event', type: 'invoice.paid', data: { object: {} } },
      'invalid-id',
    ],
    ['that is null', null, 'invalid-request'],
    ['that is no JSON', 'nonsense', 'invalid-request'],
  ])('refuses a signed event %s', async (_what, event, reason) => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event);
    const signature = stack.provider.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
    });
    const handled = stack.billing.webhooks.handle({ body: Buffer.from(payload), signature });
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
      await stack.paidForever();
      const { charges } = stack.provider.stripe;
      const { data } = await charges.list({ customer: await stack.providerId() });
      stack.provider.control.dispute(data[0]?.id ?? '');
      const retrieve = charges.retrieve.bind(charges);
      charges.retrieve = () => Promise.reject(fault);
      const failure: unknown = await stack.billing.deliverAll().catch((error: unknown) => error);
      charges.retrieve = retrieve;
      expect(failure).toMatchObject(expected);
      expect(inspect(failure, { depth: 9 })).not.toContain('canary');
    },
  );

  it('reversed, duplicated or partial delivery leads to the same plan', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    await stack.billing.buy(stack.uid, 'proforever', cards.good);
    const held = stack.provider.webhooks.takeHeld();
    const some = [...held.toReversed(), ...held].filter((_, index) => index % 3 !== 1);
    for (const { message } of some) {
      await stack.billing.webhooks.handle({
        body: Buffer.from(message.body),
        signature: message.signature,
      });
    }
    expect(await stack.statusOf()).toBe('proforever');
    // The second purchase has applied the first one.
    expect((await stack.billing.customers.find(stack.uid)).version).toBe(2);
  });

  it('a duplicate makes no call to the provider', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    const held = stack.provider.webhooks.takeHeld();
    const deliver = async () => {
      for (const { message } of held) {
        await stack.billing.webhooks.handle({
          body: Buffer.from(message.body),
          signature: message.signature,
        });
      }
    };
    await deliver();
    const asked = stack.provider.requests.length;
    await deliver();
    expect(stack.provider.requests.length).toBe(asked);
  });

  it('the reconciliation makes up for lost webhooks within a day', async () => {
    await stack.billing.buy(stack.uid, 'pro', cards.good);
    stack.provider.webhooks.takeHeld();
    await stack.billing.reconcile();
    expect(await stack.statusOf()).toBe('active');
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(30 * day);
    stack.provider.webhooks.takeHeld();
    expect(await stack.statusOf()).toBe('active');
    stack.billing.passTime(25 * 3_600_000);
    await stack.billing.reconcile();
    expect(await stack.statusOf()).toBe('free');
  });

  it('acknowledges an unknown customer and changes nothing', async () => {
    await stack.provider.stripe.customers.create({ email: 'stranger@example.test' });
    await expect(stack.billing.deliverAll()).resolves.toBeUndefined();
  });

  it('a customer deleted at the provider is free and may buy again', async () => {
    await stack.paidPro();
    await stack.provider.stripe.customers.del(await stack.providerId());
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    await stack.paidForever();
  });

  it('a customer deleted at the provider is free within a day after a lost webhook', async () => {
    await stack.paidPro();
    await stack.provider.stripe.customers.del(await stack.providerId());
    stack.provider.webhooks.takeHeld();
    stack.billing.passTime(25 * 3_600_000);
    await stack.billing.reconcile();
    expect([await stack.statusOf(), await stack.providerId()]).toEqual(['free', '']);
    await stack.paidForever();
  });

  it('a customer deleted at the provider is free after a crash between the two writes', async () => {
    await stack.paidPro();
    await stack.provider.stripe.customers.del(await stack.providerId());
    const [deleted] = stack.provider.webhooks
      .takeHeld()
      .filter(({ message }) => message.body.includes('"customer.deleted"'));
    const { customers } = stack.billing;
    const { save } = customers;
    const spy = jest
      .spyOn(customers, 'save')
      .mockImplementationOnce(save)
      .mockRejectedValueOnce(new Error('crash'));
    const body = Buffer.from(deleted?.message.body ?? '');
    const signature = deleted?.message.signature ?? '';
    await expect(stack.billing.webhooks.handle({ body, signature })).rejects.toThrow('crash');
    spy.mockRestore();
    await stack.billing.webhooks.handle({ body, signature });
    await stack.billing.reconcile();
    expect([await stack.statusOf(), await stack.providerId()]).toEqual(['free', '']);
  });

  it('a customer deleted at the provider during another change is free and may buy again', async () => {
    await stack.paidPro();
    await stack.provider.stripe.customers.del(await stack.providerId());
    const { customers } = stack.billing;
    const { save } = customers;
    let changes = 0;
    const spy = jest.spyOn(customers, 'save').mockImplementation(async (known, fields, events) => {
      if (fields.providerId === undefined && (changes += 1) === 1) {
        const { uid: _uid, revision: _revision, ...asKnown } = known;
        await save(known, { ...asKnown, nextCheckAt: undefined }, []);
      }
      return save(known, fields, events);
    });
    await stack.billing.deliverAll();
    spy.mockRestore();
    expect(changes).toBeGreaterThan(0);
    expect(await stack.providerId()).toBe('');
    expect(await stack.statusOf()).toBe('free');
    await stack.paidForever();
  });
});

describe('the webhook of a dispute', () => {
  it.each([
    ['chargeback', 'free', 'free'],
    ['inquiry', 'active', 'proforever'],
    ['block', 'active', 'proforever'],
    ['resolution', 'free', 'free'],
  ] as const)(
    'about a %s leaves %s after Pro, and %s after ProForever',
    async (kind, pro, forever) => {
      const { stripe, control } = stack.provider;
      const disputeNewest = async () => {
        const { data } = await stripe.charges.list({ customer: await stack.providerId() });
        control.dispute(data[0]?.id ?? '', kind);
        await stack.billing.deliverAll();
        return stack.statusOf();
      };
      await stack.paidPro();
      expect(await disputeNewest()).toBe(pro);
      stack.provider.control.advance(60);
      await stack.paidForever();
      expect(await disputeNewest()).toBe(forever);
    },
  );
});

describe('with a key of another account at the provider', () => {
  const notConfigured = { code: 'unavailable', reason: 'payments-not-configured' };

  it('the reconciliation keeps customers and plans, and logs how many are unknown', async () => {
    await stack.paidPro();
    const providerId = await stack.providerId();
    const mistaken = stack.atAnotherAccount();
    const warn = jest.spyOn(silentLogger, 'warn');
    mistaken.passTime(30 * day * 1_000);
    await mistaken.reconcile();
    const customers = await stack.billing.customers.countAtProvider();
    expect(warn.mock.calls).toEqual([[{ customers }, expect.stringContaining('unknown')]]);
    warn.mockRestore();
    expect([await stack.statusOf(), await stack.providerId()]).toEqual(['active', providerId]);
    await stack.billing.plans.cancel(stack.uid);
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
  });

  it('buying, cancelling and a plan of an admin fail and change nothing', async () => {
    await stack.paidPro();
    const { plans, purchasing } = stack.atAnotherAccount();
    const email = 'a@example.test';
    for (const call of [
      () => purchasing.begin({ uid: stack.uid, email, planType: 'proforever' }),
      () => plans.cancel(stack.uid),
      () => plans.setPlan(stack.uid, 'free'),
    ]) {
      await expect(call()).rejects.toMatchObject(notConfigured);
    }
    expect(await stack.statusOf()).toBe('active');
  });

  it('unknown customers of a stand-in, which starts without any, cause no error', async () => {
    const { stripe } = startProvider();
    const payments = createStripePayments(stripe, { forgetsCustomers: true });
    expect(await payments.hasCustomer('cus_earlier')).toBe(false);
  });
});

describe('the daily reconciliation on several replicas', () => {
  it('each due customer is processed by exactly one replica', async () => {
    const own = await openStores(stack.mongoUrl);
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
      services: [billingService({ ...stack.billing, takesPayments: true })],
    });
    const client = createGrpcClient(BillingServiceDefinition, `127.0.0.1:${server.port}`, {
      credentials: await testCredentials('gateway'),
      service: 'billing',
      deadlineMs: testDeadlineMs,
    });
    const admin = clientFor(client, { uid: 'admin', isAdmin: true });
    const user = clientFor(client, { uid: stack.uid });
    await admin.setPlan({ uid: stack.uid, subscriptionStatus: 'active' });
    const unpaid = {
      currentPeriodEnd: undefined,
      isPastDue: false,
      invoiceUrl: '',
      isPaymentProcessing: false,
    };
    const free = { subscriptionStatus: 'free', version: 0, ...unpaid };
    const { plans } = await admin.batchGetPlans({ uids: ['unknown', stack.uid] });
    expect(plans).toEqual([
      { uid: 'unknown', ...free },
      { uid: stack.uid, subscriptionStatus: 'active', version: 1, ...unpaid },
    ]);
    expect(await admin.getPlan({ uid: 'unknown' })).toEqual({ uid: 'unknown', ...free });
    await expect(
      admin.setPlan({ uid: stack.uid, subscriptionStatus: 'gold' }),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(user.createSubscription({ email: '', planType: 'gold' })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    expect(await user.getPlan({ uid: stack.uid })).toMatchObject({ uid: stack.uid });
    await expect(user.getPlan({ uid: 'unknown' })).rejects.toMatchObject({
      code: 'permission-denied',
      reason: 'foreign-user',
    });
    client.closeChannel();
    await server.stop();
  });
});
