import type Stripe from 'stripe';
import { amountCents, type Buyer, type Payments } from '../payments.js';
import { noPurchases } from '../plan.js';
import {
  askProvider,
  askUnderKey,
  isMissing,
  translate,
  translateForCustomer,
} from './connection.js';
import { cancelBegun, refundPayments, closeInvoices } from './endings.js';
import { createProPrice, currency } from './price.js';
import { fetchPurchases, invoiceOf, proForeverPlan, proPlan } from './purchases.js';

const { proforever: proForeverCents } = amountCents;

const requireSecret = (secret: string | null | undefined): string => {
  if (!secret) throw new Error('payment provider: no client secret');
  return secret;
};

const createSubscription = async (stripe: Stripe, price: string, buyer: Buyer, attempt: string) => {
  const created = await stripe.subscriptions.create(
    {
      customer: buyer.providerId,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { uid: buyer.uid, plan: proPlan },
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: `pro:${buyer.providerId}:${price}:${attempt}` },
  );
  return requireSecret(invoiceOf(created)?.confirmation_secret?.client_secret);
};

const createLifetime = async (stripe: Stripe, buyer: Buyer, attempt: string) => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: proForeverCents,
      currency,
      customer: buyer.providerId,
      description: 'ProForever',
      automatic_payment_methods: { enabled: true },
      metadata: { uid: buyer.uid, plan: proForeverPlan },
    },
    { idempotencyKey: `proforever:${buyer.providerId}:${proForeverCents}:${attempt}` },
  );
  return requireSecret(intent.client_secret);
};

export const createStripePayments = (
  stripe: Stripe,
  /** The stand-in begins without customers whenever it starts. */
  { forgetsCustomers = false }: { forgetsCustomers?: boolean } = {},
): Payments => {
  const proPrice = createProPrice(stripe);
  const hasCustomer = async (providerId: string): Promise<boolean> => {
    try {
      return (await stripe.customers.retrieve(providerId)).deleted !== true;
    } catch (error) {
      if (forgetsCustomers && isMissing(error)) return false;
      throw translateForCustomer(error);
    }
  };
  /** The call about a customer; `otherwise` if the customer was deleted. */
  const unlessDeleted = async <Result>(
    providerId: string,
    work: () => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (isMissing(error) && !(await hasCustomer(providerId))) return otherwise;
      throw translateForCustomer(error);
    }
  };
  return {
    openCustomer: async (uid, email, attempt) => {
      const create = () =>
        stripe.customers.create(
          { ...(email && { email }), metadata: { uid } },
          { idempotencyKey: `customer:${uid}:${attempt}` },
        );
      return (await askUnderKey(create)).id;
    },
    hasCustomer,
    listPurchases: (providerId) =>
      unlessDeleted(providerId, () => fetchPurchases(stripe, providerId), noPurchases),
    beginSubscription: (buyer, attempt) =>
      askUnderKey(() =>
        proPrice.sell((price) => createSubscription(stripe, price, buyer, attempt)),
      ),
    beginLifetime: (buyer, attempt) => askUnderKey(() => createLifetime(stripe, buyer, attempt)),
    cancelSubscription: async (id) => {
      try {
        await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
      } catch (error) {
        // Ended already: the id comes from a list of the same account.
        if (!isMissing(error)) throw translate(error);
      }
      // Last: a voided invoice counts as paid for a subscription that a crash leaves running.
      await askProvider(() => closeInvoices(stripe, { subscription: id }));
    },
    refund: (id, since) => askProvider(() => refundPayments(stripe, id, since)),
    closeCustomer: async (providerId) => {
      const close = async () => {
        await cancelBegun(stripe, providerId);
        await closeInvoices(stripe, { customer: providerId });
        await stripe.customers.del(providerId);
      };
      await unlessDeleted(providerId, close, undefined);
    },
  };
};
