import { jest } from '@jest/globals';
import { day, openStack } from './harness.js';
import { cards } from './provider.js';

const stack = openStack();
const { refunds, settle } = stack;

const begin = async (planType: 'pro' | 'proforever') => {
  stack.provider.control.advance(1);
  const request = { uid: stack.uid, email: '', planType };
  return (await stack.billing.purchasing.begin(request)).clientSecret;
};

/** A payment begun before the price changed. */
const beginAtOldPrice = async (planType: 'pro' | 'proforever'): Promise<string> => {
  const { stripe, control } = stack.provider;
  control.advance(1);
  const customer = await stack.providerId();
  if (planType === 'proforever') {
    const metadata = { uid: stack.uid, plan: 'proforever' };
    const params = { amount: 9_000, currency: 'usd', customer, metadata };
    return (await stripe.paymentIntents.create(params)).client_secret ?? '';
  }
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 400,
    recurring: { interval: 'week' },
    product_data: { name: 'Pro' },
  });
  const { latest_invoice: invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : '';
  return secret ?? '';
};

const pay = (secret: string) => {
  stack.provider.control.advance(1);
  stack.provider.pay(secret, cards.good);
};

describe('two payments for one plan', () => {
  it('refunds the second week of Pro when both are paid', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    pay(second);
    await settle();
    expect(await stack.statusOf()).toBe('active');
    expect(await refunds()).toEqual([0, 400]);
    const statuses = (await stack.subscriptions()).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['active', 'canceled']);
    expect((await stack.billing.customers.find(stack.uid)).refunds.size).toBe(0);
  });

  it('refunds every week that the second subscription charged before it was cancelled', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    pay(second);
    stack.provider.control.advance(8 * day);
    await settle();
    expect((await refunds()).toSorted((a, b) => a - b)).toEqual([0, 0, 400, 400]);
  });

  it('refunds the second payment for ProForever', async () => {
    await begin('pro');
    const older = await beginAtOldPrice('proforever');
    const newer = await begin('proforever');
    pay(older);
    pay(newer);
    await settle();
    expect(await stack.statusOf()).toBe('proforever');
    expect(await refunds()).toEqual([0, 11_000]);
  });

  it('refunds a week of Pro that was paid after ProForever', async () => {
    const weekly = await begin('pro');
    const once = await begin('proforever');
    pay(once);
    pay(weekly);
    await settle();
    expect(await stack.statusOf()).toBe('proforever');
    expect(await refunds()).toEqual([0, 500]);
  });

  it('refunds that week also if an admin sets Pro before its subscription has ended', async () => {
    const weekly = await begin('pro');
    const once = await begin('proforever');
    pay(once);
    pay(weekly);
    const { subscriptions: api } = stack.provider.stripe;
    const cancel = api.cancel.bind(api);
    api.cancel = () => Promise.reject(new Error('network'));
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('proforever');
    await stack.billing.plans.setPlan(stack.uid, 'active');
    api.cancel = cancel;
    await settle();
    await settle();
    expect(await stack.statusOf()).toBe('active');
    expect((await stack.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    expect(await refunds()).toEqual([0, 500]);
  });

  it('takes no payment for Pro that an admin has given since it was begun', async () => {
    const secret = await begin('pro');
    await stack.billing.plans.setPlan(stack.uid, 'active');
    pay(secret);
    await settle();
    expect(await stack.statusOf()).toBe('active');
    expect((await stack.subscriptions()).map(({ status }) => status)).toEqual(['canceled']);
    expect(await refunds()).toEqual([]);
  });

  it('refunds a debit for Pro that an admin gives while the bank processes it', async () => {
    const intent = (await begin('pro')).split('_secret_')[0] ?? '';
    await stack.provider.stripe.paymentIntents.confirm(intent, {
      payment_method: 'pm_usBankAccount_success',
    });
    await stack.billing.deliverAll();
    await stack.billing.plans.setPlan(stack.uid, 'active');
    stack.provider.control.settleDebit(intent, true);
    await settle();
    await settle();
    expect(await stack.statusOf()).toBe('active');
    expect(await refunds()).toEqual([500]);
  });

  it('refunds no week of Pro that was paid before ProForever', async () => {
    pay(await begin('pro'));
    pay(await begin('proforever'));
    await settle();
    expect(await refunds()).toEqual([0, 0]);
  });

  it('cancels a begun week of Pro when another is paid, and refunds it if it is paid at that moment', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    const { invoices } = stack.provider.stripe;
    const voidInvoice = invoices.voidInvoice.bind(invoices);
    invoices.voidInvoice = (...args: Parameters<typeof voidInvoice>) => {
      invoices.voidInvoice = voidInvoice;
      pay(second);
      return voidInvoice(...args);
    };
    await settle();
    expect(await stack.statusOf()).toBe('active');
    expect(await refunds()).toEqual([0, 400]);
  });

  it('refunds the second when the plan is cancelled before its webhook arrives', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    pay(second);
    stack.provider.webhooks.takeHeld();
    await stack.billing.plans.setPlan(stack.uid, 'active', 'free');
    const kept = await stack.billing.customers.find(stack.uid);
    expect([kept.status, kept.refunds.size]).toEqual(['active', 1]);
    await stack.billing.plans.cancel(stack.uid, 'active');
    await settle();
    expect(await stack.statusOf()).toBe('free');
    expect(await refunds()).toEqual([0, 400]);
  });

  it('refunds once, also after failures of the provider', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    pay(second);
    const { refunds: api } = stack.provider.stripe;
    const create = api.create.bind(api);
    const failing = jest.fn<typeof api.create>(() => Promise.reject(new Error('network')));
    api.create = failing;
    await settle();
    expect(failing).toHaveBeenCalled();
    api.create = async (...args) => {
      api.create = create;
      await create(...args);
      throw new Error('network');
    };
    await settle();
    await settle();
    expect(await refunds()).toEqual([0, 400]);
    expect((await stack.billing.customers.find(stack.uid)).refunds.size).toBe(0);
  });

  it('refunds the second when the account is deleted first', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    const customer = await stack.providerId();
    pay(first);
    pay(second);
    await stack.billing.closing.begin(stack.uid);
    const charges = stack.provider.state.all('charges', (one) => one.customer === customer);
    expect(charges.map(({ amount_refunded }) => amount_refunded)).toEqual([400, 0]);
    expect((await stack.billing.customers.find(stack.uid)).removedAt).toBeDefined();
  });
});

describe('a refund that is not made', () => {
  const paidTwice = async () => {
    const older = await beginAtOldPrice('proforever');
    const newer = await begin('proforever');
    pay(older);
    pay(newer);
  };
  const beginCustomer = () => begin('pro');
  const failures = async () => [
    await stack.billing.refundFailuresBy('provider'),
    await stack.billing.refundFailuresBy('bank'),
  ];
  /** The failures that the work adds, refused by the provider and by the bank. */
  const failuresOf = async (work: () => Promise<void>): Promise<number[]> => {
    const before = await failures();
    await work();
    return (await failures()).map((count = NaN, index) => count - (before[index] ?? NaN));
  };
  const failNewestRefund = () => {
    const [refund] = stack.provider.state.all('refunds');
    stack.provider.control.failRefund(refund?.id ?? '');
  };

  it('because the provider refuses it is counted, and repeated within a day', async () => {
    await beginCustomer();
    await paidTwice();
    stack.provider.control.refuseNext('/v1/refunds', 'charge_not_refundable');
    expect(await failuresOf(settle)).toEqual([1, 0]);
    stack.billing.passTime(25 * 3_600_000);
    await stack.billing.reconcile();
    expect(await failuresOf(settle)).toEqual([0, 0]);
    expect(await refunds()).toEqual([0, 11_000]);
  });

  it('because the bank returns it days later is counted once, and repeated', async () => {
    await beginCustomer();
    await paidTwice();
    await settle();
    expect(await refunds()).toEqual([0, 11_000]);
    stack.provider.control.advance(3 * day);
    failNewestRefund();
    expect(await refunds()).toEqual([0, 0]);
    expect(await failuresOf(settle)).toEqual([0, 1]);
    expect(await refunds()).toEqual([0, 11_000]);
  });

  it('because the bank returns it after the account was deleted is counted', async () => {
    await beginCustomer();
    await paidTwice();
    await stack.billing.closing.begin(stack.uid);
    stack.provider.webhooks.takeHeld();
    failNewestRefund();
    expect(await failuresOf(() => stack.billing.deliverAll())).toEqual([0, 1]);
  });

  it('because the payment is disputed is left to the bank', async () => {
    await beginCustomer();
    await paidTwice();
    stack.provider.control.refuseNext('/v1/refunds', 'charge_disputed');
    expect(await failuresOf(settle)).toEqual([0, 0]);
  });

  it('is made while the bank only inquires', async () => {
    const first = await begin('pro');
    const second = await beginAtOldPrice('pro');
    pay(first);
    pay(second);
    const [charge] = stack.provider.state.all('charges');
    const { id } = stack.provider.control.dispute(charge?.id ?? '', 'inquiry');
    await settle();
    expect(await refunds()).toEqual([0, 400]);
    stack.provider.control.closeDispute(id, 'won');
  });
});
