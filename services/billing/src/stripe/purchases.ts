import type Stripe from 'stripe';
import type { Lifetime, Purchases, Subscription } from '../plan.js';
import { date, idOf, maxListed } from './connection.js';

/** Metadata of a payment for ProForever. */
export const proForeverPlan = 'proforever';

/** A dispute by the cardholder's bank that withholds the money, temporarily or finally. */
const reversingDisputes = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
]);

interface Charges {
  /** Payment intents that were fully refunded or are disputed. */
  reversed: ReadonlySet<string>;
  /** Payment intent → when it was paid. */
  paidAt: ReadonlyMap<string, Date>;
}

const fetchCharges = async (stripe: Stripe, customer: string): Promise<Charges> => {
  const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({
    limit: maxListed,
  });
  const reversed = new Set<string>();
  const paidAt = new Map<string, Date>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (!intent || !charge.paid) continue;
    paidAt.set(intent, date(charge.created));
    if (charge.refunded) reversed.add(intent);
    // `disputed` stays true after a won dispute; read the dispute itself.
    if (!charge.disputed) continue;
    const disputes = await stripe.disputes.list({ charge: charge.id });
    if (disputes.data.some(({ status }) => reversingDisputes.has(status))) reversed.add(intent);
  }
  return { reversed, paidAt };
};

const subscriptionStates: Readonly<Record<string, Subscription['state']>> = {
  active: 'live',
  trialing: 'live',
  // The plan stays while the provider retries the payment.
  past_due: 'live',
  incomplete: 'open',
  unpaid: 'lapsed',
  paused: 'lapsed',
};

export const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  typeof invoice === 'object' && invoice !== null ? invoice : undefined;

/** While the newest invoice is a draft or open, the newest payment is one of an older invoice. */
const findPaidInvoice = async (
  stripe: Stripe,
  found: Stripe.Subscription,
): Promise<Stripe.Invoice | undefined> => {
  const newest = invoiceOf(found);
  if (newest?.status === 'paid') return newest;
  const { data } = await stripe.invoices.list({
    subscription: found.id,
    status: 'paid',
    limit: 1,
    expand: ['data.payments'],
  });
  return data[0];
};

const isReversed = async (
  stripe: Stripe,
  found: Stripe.Subscription,
  reversed: ReadonlySet<string>,
): Promise<boolean> => {
  if (reversed.size === 0 || subscriptionStates[found.status] !== 'live') return false;
  const paid = await findPaidInvoice(stripe, found);
  const intents = (paid?.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));
  return intents.some((id) => id !== undefined && reversed.has(id));
};

const toSubscription = async (
  stripe: Stripe,
  found: Stripe.Subscription,
  reversed: ReadonlySet<string>,
): Promise<Subscription> => {
  const invoice = invoiceOf(found);
  const [item] = found.items.data;
  const isPastDue = found.status === 'past_due';
  const state = subscriptionStates[found.status] ?? 'ended';
  return {
    id: found.id,
    state,
    createdAt: date(found.created),
    amountCents: item?.price.unit_amount ?? 0,
    // While past due the current week is not paid.
    periodEnd: item && !isPastDue ? date(item.current_period_end) : undefined,
    isPastDue,
    invoiceUrl: isPastDue ? (invoice?.hosted_invoice_url ?? undefined) : undefined,
    isPayable: state === 'ended' && invoice?.status === 'open',
    isReversed: await isReversed(stripe, found, reversed),
    clientSecret: invoice?.confirmation_secret?.client_secret,
  };
};

/** Whether a payment is for ProForever, and not of an invoice or of another product. */
export const isOwnPayment = ({ metadata }: Stripe.PaymentIntent): boolean =>
  metadata['plan'] === proForeverPlan;

const lifetimeState = (
  intent: Stripe.PaymentIntent,
  reversed: ReadonlySet<string>,
): Lifetime['state'] => {
  if (intent.status === 'canceled') return 'ended';
  if (intent.status === 'processing') return 'processing';
  if (intent.status !== 'succeeded') return 'open';
  return reversed.has(intent.id) ? 'reversed' : 'paid';
};

const toLifetime = (intent: Stripe.PaymentIntent, { reversed, paidAt }: Charges): Lifetime => ({
  id: intent.id,
  state: lifetimeState(intent, reversed),
  createdAt: date(intent.created),
  paidAt: paidAt.get(intent.id),
  amountCents: intent.amount,
  clientSecret: intent.client_secret ?? undefined,
});

export const fetchPurchases = async (stripe: Stripe, customer: string): Promise<Purchases> => {
  const [subscriptions, intents, charges] = await Promise.all([
    stripe.subscriptions
      .list({
        customer,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice.payments', 'data.latest_invoice.confirmation_secret'],
      })
      .autoPagingToArray({ limit: maxListed }),
    stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: maxListed }),
    fetchCharges(stripe, customer),
  ]);
  return {
    subscriptions: await Promise.all(
      subscriptions.map((found) => toSubscription(stripe, found, charges.reversed)),
    ),
    lifetimes: intents.filter(isOwnPayment).map((intent) => toLifetime(intent, charges)),
  };
};
