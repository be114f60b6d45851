import type Stripe from 'stripe';
import { UnknownAtProvider } from '../src/payments.js';
import { connectStripe } from '../src/stripe/connection.js';
import { createStripePayments } from '../src/stripe/payments.js';
import { startProvider } from './provider.js';

/**
 * What the service relies on at the payment provider. Runs against the stand-in, and against Stripe's test
 * mode if STRIPE_TEST_SECRET_KEY is set (it creates and deletes customers there), so that the stand-in
 * behaves like Stripe.
 */
const testKey = process.env['STRIPE_TEST_SECRET_KEY'];

const providers: [name: string, connect: () => Stripe][] = [
  ['the stand-in', () => startProvider().stripe],
  ...(testKey?.startsWith('sk_test_')
    ? [['Stripe test mode', () => connectStripe({ secretKey: testKey })] as [string, () => Stripe]]
    : []),
];

describe.each(providers)('payments at %s', (_name, connect) => {
  const stripe = connect();
  const payments = createStripePayments(stripe);
  const run = `contract-${Date.now().toString(36)}`;
  let people = 0;
  let uid = '';
  let providerId = '';

  beforeEach(async () => {
    people += 1;
    uid = `${run}-${people}`;
    providerId = await payments.openCustomer(uid, `${uid}@example.com`, '0');
  });
  afterEach(() => payments.closeCustomer(providerId));

  const buyer = () => ({ uid, providerId });
  const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
  const confirm = (clientSecret: string, method: string) =>
    stripe.paymentIntents.confirm(intentOf(clientSecret), {
      payment_method: method,
      return_url: 'https://example.com',
    });
  const list = () => payments.listPurchases(providerId);

  it('returns the same customer for the same attempt', async () => {
    expect(await payments.openCustomer(uid, `${uid}@example.com`, '0')).toBe(providerId);
    expect(await list()).toEqual({ subscriptions: [], lifetimes: [] });
  });

  it('a subscription is open until its first payment, then live, then ended', async () => {
    const clientSecret = await payments.beginSubscription(buyer(), '0');
    expect(await payments.beginSubscription(buyer(), '0')).toBe(clientSecret);
    expect((await list()).subscriptions).toEqual([
      expect.objectContaining({ state: 'open', isReversed: false, clientSecret }),
    ]);
    await confirm(clientSecret, 'pm_card_visa');
    const [live] = (await list()).subscriptions;
    expect(live).toMatchObject({ state: 'live', isReversed: false });
    const days = ((live?.periodEnd?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await payments.cancelSubscription(live?.id ?? '');
    await payments.cancelSubscription(live?.id ?? '');
    expect((await list()).subscriptions[0]?.state).toBe('ended');
  });

  it('an open invoice can no longer be paid after the end of its subscription', async () => {
    const clientSecret = await payments.beginSubscription(buyer(), '0');
    const [open] = (await list()).subscriptions;
    await payments.cancelSubscription(open?.id ?? '');
    expect((await list()).subscriptions).toMatchObject([{ state: 'ended', isPayable: false }]);
    await expect(confirm(clientSecret, 'pm_card_visa')).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('a declined card leaves the subscription open for another card', async () => {
    const clientSecret = await payments.beginSubscription(buyer(), '0');
    const declined = confirm(clientSecret, 'pm_card_chargeDeclined');
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    });
    expect((await list()).subscriptions[0]?.state).toBe('open');
    await confirm(clientSecret, 'pm_card_visa');
    expect((await list()).subscriptions[0]?.state).toBe('live');
  });

  it('a one-time payment is open, then paid, and reversed by a refund', async () => {
    const clientSecret = await payments.beginLifetime(buyer(), '0');
    expect((await list()).lifetimes[0]).toMatchObject({ state: 'open', clientSecret });
    await confirm(clientSecret, 'pm_card_visa');
    const [paid] = (await list()).lifetimes;
    expect(paid?.state).toBe('paid');
    await stripe.refunds.create({ payment_intent: paid?.id ?? '', amount: 100 });
    expect((await list()).lifetimes[0]?.state).toBe('paid');
    await stripe.refunds.create({ payment_intent: paid?.id ?? '' });
    expect((await list()).lifetimes[0]?.state).toBe('reversed');
  });

  it('a payment stays open until its required authentication', async () => {
    const clientSecret = await payments.beginLifetime(buyer(), '0');
    const intent = await confirm(clientSecret, 'pm_card_threeDSecure2Required');
    expect(intent.status).toBe('requires_action');
    expect((await list()).lifetimes[0]?.state).toBe('open');
  });

  it('a refunded subscription is marked as reversed', async () => {
    await confirm(await payments.beginSubscription(buyer(), '0'), 'pm_card_visa');
    const { data } = await stripe.charges.list({ customer: providerId });
    await stripe.refunds.create({ charge: data[0]?.id ?? '' });
    expect((await list()).subscriptions[0]).toMatchObject({ state: 'live', isReversed: true });
  });

  it('refunds payments after a time, once, also of a customer that was deleted', async () => {
    await confirm(await payments.beginSubscription(buyer(), '0'), 'pm_card_visa');
    await confirm(await payments.beginLifetime(buyer(), '0'), 'pm_card_visa');
    const { subscriptions, lifetimes } = await list();
    const [weekly = '', once = ''] = [subscriptions[0]?.id, lifetimes[0]?.id];
    expect(lifetimes[0]?.paidAt?.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(await payments.refund(once, new Date(Date.now() + 86_400_000))).toBe(0);
    expect(await payments.refund(once, new Date(0))).toBe(1);
    expect(await payments.refund(once, new Date(0))).toBe(0);
    await payments.closeCustomer(providerId);
    expect(await payments.refund(weekly, new Date(0))).toBe(1);
  });

  it('distinguishes a deleted customer from an unknown one', async () => {
    expect(await payments.hasCustomer(providerId)).toBe(true);
    await payments.closeCustomer(providerId);
    expect(await payments.hasCustomer(providerId)).toBe(false);
    const unknown = { uid, providerId: 'cus_unknown' };
    for (const call of [
      () => payments.hasCustomer(unknown.providerId),
      () => payments.listPurchases(unknown.providerId),
      () => payments.beginSubscription(unknown, '0'),
      () => payments.beginLifetime(unknown, '0'),
      () => payments.closeCustomer(unknown.providerId),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(UnknownAtProvider);
    }
  });

  it('closing ends everything and may be repeated', async () => {
    await confirm(await payments.beginSubscription(buyer(), '0'), 'pm_card_visa');
    await payments.closeCustomer(providerId);
    await payments.closeCustomer(providerId);
    expect((await list()).subscriptions.every(({ state }) => state === 'ended')).toBe(true);
  });
});
