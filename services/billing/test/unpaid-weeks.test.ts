import { day, openStack } from './harness.js';
import { cards } from './provider.js';

const stack = openStack();
const { refunds, settle } = stack;

describe('the invoice of a week that was not paid', () => {
  /** Pays on the provider's page of the invoice, as from its e-mail. Returns the status of the response. */
  const payLate = async (): Promise<number> => {
    const customer = await stack.providerId();
    const [intent] = stack.provider.state.all(
      'payment_intents',
      (one) => one.customer === customer && one.status !== 'succeeded',
    );
    return stack.provider.pay(intent?.client_secret ?? '', cards.good).status;
  };

  const failRenewal = async (): Promise<void> => {
    await stack.paidPro();
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(8 * day);
    await stack.billing.deliverAll();
    expect((await stack.billing.customers.find(stack.uid)).isPastDue).toBe(true);
  };

  it('can be paid while the provider retries', async () => {
    await failRenewal();
    expect(await payLate()).toBe(200);
    await stack.billing.deliverAll();
    const { status, isPastDue } = await stack.billing.customers.find(stack.uid);
    expect([status, isPastDue]).toEqual(['active', false]);
  });

  it('can no longer be paid once the plan is cancelled', async () => {
    await failRenewal();
    await stack.billing.plans.cancel(stack.uid);
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    expect(await payLate()).toBe(400);
  });

  it('can no longer be paid after a cancellation during which the process was killed', async () => {
    await failRenewal();
    const { invoices: api } = stack.provider.stripe;
    const voidInvoice = api.voidInvoice.bind(api);
    api.voidInvoice = () => Promise.reject(new Error('killed'));
    await stack.billing.plans.cancel(stack.uid);
    api.voidInvoice = voidInvoice;
    stack.billing.passTime(2 * 60_000);
    await stack.billing.reconcile();
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    expect(await payLate()).toBe(400);
  });

  it('can no longer be paid once the provider has given up', async () => {
    await failRenewal();
    stack.provider.control.advance(6 * day);
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    await stack.billing.deliverAll();
    expect(await stack.statusOf()).toBe('free');
    expect(await payLate()).toBe(400);
  });

  it('is refunded if it is paid before the end of its subscription arrives here', async () => {
    await failRenewal();
    stack.provider.control.advance(6 * day);
    expect((await stack.subscriptions())[0]?.status).toBe('canceled');
    expect(await payLate()).toBe(200);
    await settle();
    expect(await stack.statusOf()).toBe('free');
    expect(await refunds()).toEqual([0, 500]);
    await settle();
    expect((await stack.billing.customers.find(stack.uid)).refunds.size).toBe(0);
  });

  it('is refunded if it is paid in the moment in which it is voided', async () => {
    await failRenewal();
    stack.provider.control.advance(6 * day);
    const { invoices: api } = stack.provider.stripe;
    const voidInvoice = api.voidInvoice.bind(api);
    api.voidInvoice = async (...args: Parameters<typeof voidInvoice>) => {
      api.voidInvoice = voidInvoice;
      expect(await payLate()).toBe(200);
      return voidInvoice(...args);
    };
    await settle();
    expect(await refunds()).toEqual([0, 500]);
  });

  it.each(['pro', 'proforever'] as const)(
    'is refunded if it is paid too late, and %s that was bought since stays',
    async (planType) => {
      await failRenewal();
      stack.provider.control.advance(6 * day);
      expect(await payLate()).toBe(200);
      await stack.billing.deliverAll();
      expect(await stack.statusOf()).toBe('free');
      await stack.billing.buy(stack.uid, planType, cards.good);
      await settle();
      expect(await stack.statusOf()).toBe(planType === 'pro' ? 'active' : 'proforever');
      expect((await refunds()).toSorted((a, b) => a - b)).toEqual([0, 0, 500]);
    },
  );

  it('is refunded if it is paid too late and the account is deleted', async () => {
    await failRenewal();
    stack.provider.control.advance(6 * day);
    const customer = await stack.providerId();
    expect(await payLate()).toBe(200);
    await stack.billing.closing.begin(stack.uid);
    const charges = stack.provider.state.all('charges', (one) => one.customer === customer);
    const paid = charges.filter((one) => one.paid);
    expect(paid.map(({ amount_refunded }) => amount_refunded)).toEqual([500, 0]);
  });

  describe('where the provider marks it as uncollectible', () => {
    beforeAll(() => stack.provider.control.setDunning({ marksUncollectible: true }));
    afterAll(() => stack.provider.control.setDunning({ marksUncollectible: false }));

    it('can no longer be paid once the provider has given up', async () => {
      await failRenewal();
      stack.provider.control.advance(6 * day);
      await stack.billing.deliverAll();
      expect(await stack.statusOf()).toBe('free');
      expect(await payLate()).toBe(400);
    });
  });

  describe('where the provider marks the subscription as unpaid', () => {
    beforeAll(() => stack.provider.control.setDunning({ marksUnpaid: true }));
    afterAll(() => stack.provider.control.setDunning({ marksUnpaid: false }));

    it('can no longer be paid once the provider has given up, which ends Pro', async () => {
      await failRenewal();
      stack.provider.control.advance(6 * day);
      expect((await stack.subscriptions())[0]?.status).toBe('unpaid');
      await stack.billing.deliverAll();
      expect(await stack.statusOf()).toBe('free');
      expect((await stack.subscriptions())[0]?.status).toBe('canceled');
      expect(await payLate()).toBe(400);
    });

    it('is refunded if it is paid before Pro has ended here', async () => {
      await failRenewal();
      stack.provider.control.advance(6 * day);
      const { subscriptions: api } = stack.provider.stripe;
      const cancel = api.cancel.bind(api);
      api.cancel = async (...args: Parameters<typeof cancel>) => {
        api.cancel = cancel;
        expect(await payLate()).toBe(200);
        return cancel(...args);
      };
      await settle();
      await settle();
      expect(await stack.statusOf()).toBe('free');
      expect(await refunds()).toEqual([0, 500]);
    });
  });

  describe('where the provider retries for longer than a week', () => {
    const untilNextDraft = 6.99;
    beforeAll(() => stack.provider.control.setDunning({ retryAfterDays: [untilNextDraft] }));
    afterAll(() => stack.provider.control.setDunning({ retryAfterDays: [1, 2, 2] }));

    it('can no longer be paid, also while the next one is a draft', async () => {
      await failRenewal();
      stack.provider.control.advance(6 * day + 3_000);
      const customer = await stack.providerId();
      const ofCustomer = stack.provider.state.all('invoices', (one) => one.customer === customer);
      expect(ofCustomer.map(({ status }) => status)).toEqual(['draft', 'open', 'paid']);
      expect((await stack.subscriptions())[0]?.status).toBe('canceled');
      await stack.billing.deliverAll();
      expect(await payLate()).toBe(400);
      stack.provider.control.saveCard(customer, cards.good);
      stack.provider.control.advance(day);
      expect(await refunds()).toEqual([0]);
    });

    it('has a page also while the next one is a draft', async () => {
      await failRenewal();
      const { invoiceUrl } = await stack.billing.customers.find(stack.uid);
      expect(invoiceUrl).toMatch(/^https:/);
      stack.provider.control.advance(6 * day);
      await stack.billing.deliverAll();
      const later = await stack.billing.customers.find(stack.uid);
      expect([later.isPastDue, later.invoiceUrl]).toEqual([true, invoiceUrl]);
    });
  });

  it('can no longer be paid once the account is deleted', async () => {
    await failRenewal();
    const customer = await stack.providerId();
    await stack.billing.closing.begin(stack.uid);
    const invoices = stack.provider.state.all('invoices', (one) => one.customer === customer);
    expect(invoices.map(({ status }) => status).toSorted()).toEqual(['paid', 'void']);
  });
});

describe('a subscription that is cancelled', () => {
  /** Runs before the provider ends the next subscription. */
  const beforeEnd = (run: () => Promise<void>): void => {
    const { subscriptions: api } = stack.provider.stripe;
    const cancel = api.cancel.bind(api);
    api.cancel = async (...args: Parameters<typeof cancel>) => {
      api.cancel = cancel;
      await run();
      return cancel(...args);
    };
  };
  const renew = () => {
    stack.provider.control.advance(8 * day);
    return Promise.resolve();
  };
  const chargesOf = (customer: string) =>
    stack.provider.state.all('charges', (one) => one.customer === customer && one.paid);

  it('takes no further week: one that is charged until the provider ends it is refunded', async () => {
    await stack.paidPro();
    beforeEnd(async () => {
      await renew();
      throw new Error('network');
    });
    await stack.billing.plans.cancel(stack.uid);
    expect((await stack.subscriptions())[0]?.status).toBe('active');
    await settle();
    await settle();
    expect(await stack.statusOf()).toBe('free');
    expect(await refunds()).toEqual([0, 500]);
    expect((await stack.billing.customers.find(stack.uid)).refunds.size).toBe(0);
  });

  it('takes no payment of its last invoice: one that is made in that moment is refunded', async () => {
    await stack.paidPro();
    stack.provider.control.saveCard(await stack.providerId(), cards.declined);
    stack.provider.control.advance(8 * day);
    await stack.billing.deliverAll();
    const customer = await stack.providerId();
    beforeEnd(() => {
      const [open] = stack.provider.state.all(
        'payment_intents',
        (one) => one.customer === customer && one.status !== 'succeeded',
      );
      expect(stack.provider.pay(open?.client_secret ?? '', cards.good).status).toBe(200);
      return Promise.resolve();
    });
    await stack.billing.plans.cancel(stack.uid);
    await settle();
    await settle();
    expect(await stack.statusOf()).toBe('free');
    expect(await refunds()).toEqual([0, 500]);
  });

  it.each(['free', 'proforever'] as const)(
    'by an admin who sets %s takes no further week either',
    async (status) => {
      await stack.paidPro();
      beforeEnd(renew);
      await stack.billing.plans.setPlan(stack.uid, status);
      await settle();
      await settle();
      expect(await stack.statusOf()).toBe(status);
      expect(await refunds()).toEqual([0, 500]);
    },
  );

  it('with its account takes no further week either', async () => {
    await stack.paidPro();
    const customer = await stack.providerId();
    const { customers: api } = stack.provider.stripe;
    const del = api.del.bind(api);
    api.del = async (...args: Parameters<typeof del>) => {
      api.del = del;
      await renew();
      return del(...args);
    };
    await stack.billing.closing.begin(stack.uid);
    expect(chargesOf(customer).map(({ amount_refunded }) => amount_refunded)).toEqual([500, 0]);
  });

  it('keeps the debit of the current week that the bank is still processing [4.25]', async () => {
    const { clientSecret } = await stack.billing.purchasing.begin({
      uid: stack.uid,
      email: '',
      planType: 'pro',
    });
    const intent = clientSecret.split('_secret_')[0] ?? '';
    await stack.provider.stripe.paymentIntents.confirm(intent, {
      payment_method: 'pm_usBankAccount_success',
    });
    stack.provider.control.settleDebit(intent, true);
    await stack.billing.deliverAll();
    await renew();
    await stack.billing.deliverAll();
    const [pending] = stack.provider.state.all(
      'payment_intents',
      (one) => one.status === 'processing',
    );
    await stack.billing.plans.cancel(stack.uid);
    stack.provider.control.settleDebit(pending?.id ?? '', true);
    await settle();
    await settle();
    expect(await stack.statusOf()).toBe('free');
    expect(await refunds()).toEqual([0, 0]);
  });
});
