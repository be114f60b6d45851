import type Stripe from 'stripe';
import type { Lifetime, Purchases, Subscription } from '../plan.js';
import { date, idOf, maxListed } from './connection.js';

/** Metadata of a payment for ProForever. */
export const proForeverPlan = 'proforever';
/** Metadata of a subscription. */
export const proPlan = 'pro';

/** Of a dispute by the cardholder's bank that withholds the money, temporarily or finally. */
const withholding = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
]);

/**
 * Of a dispute that became no chargeback: the cardholder has the money in a `resolution`, and we keep it in a `block`.
 * https://docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute
 */
const isResolved = ({ status, payment_method_details: details }: Stripe.Dispute): boolean =>
  status === 'prevented' && details?.card?.case_type === 'resolution';

/** Whether the bank withholds the money of a charge, or has returned it. */
export const isWithheld = async (stripe: Stripe, charge: Stripe.Charge): Promise<boolean> => {
  // It stays true after a won dispute, and may be true during an inquiry, which withholds nothing.
  if (!charge.disputed) return false;
  const { data } = await stripe.disputes.list({ charge: charge.id });
  return data.some((dispute) => withholding.has(dispute.status) || isResolved(dispute));
};

interface Charges {
  /** Payment intents that were fully refunded or are disputed. */
  reversed: ReadonlySet<string>;
  /** Payment intent → when it was paid. */
  paidAt: ReadonlyMap<string, Date>;
  /** Payment intent → when it was paid, or a debit submitted that is still processing. */
  madeAt: ReadonlyMap<string, Date>;
}

const fetchCharges = async (stripe: Stripe, customer: string): Promise<Charges> => {
  const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({
    limit: maxListed,
  });
  const reversed = new Set<string>();
  const paidAt = new Map<string, Date>();
  const madeAt = new Map<string, Date>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (!intent || charge.status === 'failed') continue;
    madeAt.set(intent, date(charge.created));
    if (!charge.paid) continue;
    paidAt.set(intent, date(charge.created));
    if (charge.refunded || (await isWithheld(stripe, charge))) reversed.add(intent);
  }
  return { reversed, paidAt, madeAt };
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

/**
 * Whether an invoice can still be paid. Its page takes the payment of an uncollectible one too; a draft is finalized and
 * collected within an hour: https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export const isPayable = ({ status, auto_advance: isAdvanced }: Stripe.Invoice): boolean =>
  status === 'open' || status === 'uncollectible' || (status === 'draft' && isAdvanced === true);

/** Of payments that succeeded, failed or are not made yet. */
const intentsOf = (invoice: Stripe.Invoice | undefined): string[] =>
  (invoice?.payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((id) => id !== undefined);

/** What the provider has recorded about a customer's payments. */
interface Records extends Charges {
  intents: readonly Stripe.PaymentIntent[];
  /** Of all subscriptions, newest first. */
  invoices: readonly Stripe.Invoice[];
}

const stateOf = (
  { status }: Stripe.Subscription,
  newest: Stripe.Invoice | undefined,
  { intents }: Records,
): Subscription['state'] => {
  const state = subscriptionStates[status] ?? 'ended';
  if (state !== 'open') return state;
  const own = new Set(intentsOf(newest));
  const isProcessing = intents.some((one) => own.has(one.id) && one.status === 'processing');
  return isProcessing ? 'processing' : 'open';
};

/** Of a list in any order. */
const newestOf = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce((newest, one) => (!newest || (one && one > newest) ? one : newest), undefined);

/** The end of a subscription, if a payment that was made after it is neither refunded nor withheld. */
const overpaidSince = (
  { ended_at: endedAt }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  { paidAt, reversed }: Records,
): Date | undefined => {
  if (endedAt === null) return undefined;
  const end = date(endedAt);
  const isOverpaid = invoices
    .flatMap(intentsOf)
    .some((id) => !reversed.has(id) && (paidAt.get(id) ?? end) > end);
  return isOverpaid ? end : undefined;
};

const toSubscription = (found: Stripe.Subscription, records: Records): Subscription => {
  const invoices = records.invoices.filter(
    ({ parent }) => idOf(parent?.subscription_details?.subscription) === found.id,
  );
  const state = stateOf(found, invoices[0], records);
  const [item] = found.items.data;
  const isPastDue = found.status === 'past_due';
  const newestPaid = intentsOf(invoices.find(({ status }) => status === 'paid'));
  const newestOpen = invoices.find(({ status }) => status === 'open');
  return {
    id: found.id,
    state,
    createdAt: date(found.created),
    amountCents: item?.price.unit_amount ?? 0,
    // While past due the current week is not paid.
    periodEnd: item && !isPastDue ? date(item.current_period_end) : undefined,
    isPastDue,
    invoiceUrl: isPastDue ? (newestOpen?.hosted_invoice_url ?? undefined) : undefined,
    isPayable: state === 'ended' && invoices.some(isPayable),
    isReversed: state === 'live' && newestPaid.some((id) => records.reversed.has(id)),
    lastPaymentAt: newestOf(invoices.flatMap(intentsOf).map((id) => records.madeAt.get(id))),
    overpaidSince: overpaidSince(found, invoices, records),
    clientSecret: invoiceOf(found)?.confirmation_secret?.client_secret,
  };
};

/** Whether a payment is for ProForever, and not of an invoice or of another product. */
export const isOwnPayment = ({ metadata }: Stripe.PaymentIntent): boolean =>
  metadata['plan'] === proForeverPlan;

/** Whether an invoice is of a subscription to Pro, which has this metadata, and not of another product. */
export const isOwnInvoice = ({ parent }: Stripe.Invoice): boolean =>
  parent?.subscription_details?.metadata?.['plan'] === proPlan;

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
  const page = { customer, limit: 100 };
  const all = { limit: maxListed };
  // First: a payment that the lists below already contain, and this one does not, counts as made later.
  const charges = await fetchCharges(stripe, customer);
  const [subscriptions, invoices, intents] = await Promise.all([
    stripe.subscriptions
      .list({ ...page, status: 'all', expand: ['data.latest_invoice.confirmation_secret'] })
      .autoPagingToArray(all),
    stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray(all),
    stripe.paymentIntents.list(page).autoPagingToArray(all),
  ]);
  const records: Records = { ...charges, intents, invoices };
  return {
    subscriptions: subscriptions.map((found) => toSubscription(found, records)),
    lifetimes: intents.filter(isOwnPayment).map((intent) => toLifetime(intent, charges)),
  };
};
