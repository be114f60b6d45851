import { invalid, noSuch } from './api/faults.js';
import { chargeOffSession, createIntent, type Consequences } from './payments.js';
import type {
  Interval,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  Subscription,
} from './resources.js';
import { randomId, type State } from './state.js';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** A renewal's invoice is a draft without a payment for about an hour. */
const draftSeconds = hourSeconds;
/** Time to pay the first invoice before the subscription expires. */
const incompleteSeconds = 23 * hourSeconds;
/** Delays after the failed attempts of a renewal; the attempt after the last delay ends the subscription. */
const retryAfterSeconds = [daySeconds, 2 * daySeconds, 2 * daySeconds];

const periodSeconds: Record<Interval, number> = {
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30 * daySeconds,
  year: 365 * daySeconds,
};

const periodOf = ({ items }: Subscription): number => {
  const { recurring } = items.data[0].price;
  return periodSeconds[recurring?.interval ?? 'week'] * (recurring?.interval_count ?? 1);
};

/** The payment of an invoice. */
export const paymentOf = (state: State, invoiceId: string): InvoicePayment => {
  const [payment] = state.all('invoice_payments', ({ invoice }) => invoice === invoiceId);
  if (!payment) throw new Error(`invoice ${invoiceId} has no payment`);
  return payment;
};

const draftInvoice = (
  state: State,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
): Invoice => {
  const [{ price, quantity }] = subscription.items.data;
  const { customer, metadata } = subscription;
  const invoice = state.insert('invoices', {
    object: 'invoice',
    customer,
    status: 'draft',
    currency: price.currency,
    amount_due: price.unit_amount * quantity,
    amount_paid: 0,
    attempt_count: 0,
    next_payment_attempt: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${randomId('live')}`,
    billing_reason: reason,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata },
    },
  });
  subscription.latest_invoice = invoice.id;
  state.emit('invoice.created', invoice);
  return invoice;
};

const finalizeInvoice = (state: State, invoice: Invoice): PaymentIntent => {
  const { amount_due: amount, currency, customer } = invoice;
  invoice.status = 'open';
  const intent = createIntent(state, { amount, currency, customer });
  state.insert('invoice_payments', {
    object: 'invoice_payment',
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    amount_requested: amount,
    amount_paid: null,
    currency,
    is_default: true,
  });
  state.emit('invoice.finalized', invoice);
  return intent;
};

/** The invoice that an intent pays, with its subscription. */
const invoiceOf = (state: State, intent: PaymentIntent) => {
  const [payment] = state.all(
    'invoice_payments',
    ({ payment: { payment_intent } }) => payment_intent === intent.id,
  );
  if (!payment) return undefined;
  const invoice = state.get('invoices', payment.invoice);
  const { subscription } = invoice.parent.subscription_details;
  return { payment, invoice, subscription: state.get('subscriptions', subscription) };
};

const setStatus = (
  state: State,
  subscription: Subscription,
  status: Subscription['status'],
): void => {
  subscription.status = status;
  if (status === 'canceled' || status === 'incomplete_expired') {
    subscription.ended_at = state.now();
    subscription.canceled_at ??= state.now();
  }
  const type = status === 'canceled' ? 'deleted' : 'updated';
  state.emit(`customer.subscription.${type}`, subscription);
};

/** Without effects on its subscription. */
const cancelInvoice = (state: State, invoice: Invoice): void => {
  const payment = paymentOf(state, invoice.id);
  const intent = state.get('payment_intents', payment.payment.payment_intent);
  invoice.status = 'void';
  payment.status = 'canceled';
  intent.status = 'canceled';
  state.emit('invoice.voided', invoice);
};

/** A subscription that waits for its first payment expires, one whose renewal was not paid is active again. */
export const voidInvoice = (state: State, id: string): Invoice => {
  const invoice = state.get('invoices', id);
  if (invoice.status !== 'open') throw invalid('You can only void open invoices.', 'invoice');
  const { payment } = paymentOf(state, id);
  if (state.get('payment_intents', payment.payment_intent).status === 'processing')
    throw invalid('You cannot void an invoice with a payment that is processing.', 'invoice');
  cancelInvoice(state, invoice);
  const { subscription: owner } = invoice.parent.subscription_details;
  const subscription = state.get('subscriptions', owner);
  if (subscription.status === 'incomplete') setStatus(state, subscription, 'incomplete_expired');
  if (subscription.status === 'past_due') setStatus(state, subscription, 'active');
  return invoice;
};

const isOpenOf =
  (subscription: Subscription) =>
  ({ status, parent }: Invoice): boolean =>
    status === 'open' && parent.subscription_details.subscription === subscription.id;

/** Its open invoice is no longer collected, and can be paid until it is voided. */
const endSubscription = (state: State, subscription: Subscription): void => {
  for (const invoice of state.all('invoices', isOpenOf(subscription)))
    invoice.next_payment_attempt = null;
  setStatus(state, subscription, 'canceled');
};

/** Effects of payments on invoices and subscriptions. */
export const consequences = (state: State): Consequences => ({
  onPaid: (intent) => {
    const found = invoiceOf(state, intent);
    if (!found) return;
    const { payment, invoice, subscription } = found;
    payment.status = 'paid';
    payment.amount_paid = intent.amount;
    invoice.status = 'paid';
    invoice.amount_paid = intent.amount;
    invoice.attempt_count += 1;
    invoice.next_payment_attempt = null;
    state.emit('invoice.paid', invoice);
    state.emit('invoice.payment_succeeded', invoice);
    subscription.default_payment_method = intent.payment_method;
    if (subscription.status === 'incomplete' || subscription.status === 'past_due') {
      setStatus(state, subscription, 'active');
    }
  },
  onFailed: (intent) => {
    const found = invoiceOf(state, intent);
    if (!found) return;
    const { invoice, subscription } = found;
    const delay = retryAfterSeconds[invoice.attempt_count];
    invoice.attempt_count += 1;
    const isRenewal = invoice.billing_reason === 'subscription_cycle';
    invoice.next_payment_attempt = isRenewal && delay !== undefined ? state.now() + delay : null;
    state.emit('invoice.payment_failed', invoice);
    if (!isRenewal) return;
    if (invoice.next_payment_attempt === null) endSubscription(state, subscription);
    else if (subscription.status === 'active') setStatus(state, subscription, 'past_due');
  },
});

interface SubscriptionParams {
  customer: string;
  items: { price: string; quantity?: number }[];
  metadata?: Record<string, string>;
}

export const createSubscription = (state: State, params: SubscriptionParams): Subscription => {
  const customer = state.get('customers', params.customer);
  if (customer.deleted) throw noSuch('customer', customer.id);
  const [item] = params.items;
  if (!item) throw invalid('A subscription needs an item.', 'items');
  const price = state.get('prices', item.price);
  if (!price.recurring) throw invalid('The price must be recurring.', 'items[0][price]');
  const now = state.now();
  const subscription = state.insert('subscriptions', {
    object: 'subscription',
    customer: customer.id,
    status: 'incomplete',
    collection_method: 'charge_automatically',
    start_date: now,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    default_payment_method: null,
    items: {
      object: 'list',
      data: [
        {
          id: randomId('si'),
          object: 'subscription_item',
          price: structuredClone(price),
          quantity: item.quantity ?? 1,
          current_period_start: now,
          current_period_end: now,
          subscription: '',
        },
      ],
      has_more: false,
      url: '/v1/subscription_items',
    },
    latest_invoice: null,
    metadata: params.metadata ?? {},
  });
  subscription.items.data[0].subscription = subscription.id;
  subscription.items.data[0].current_period_end = now + periodOf(subscription);
  finalizeInvoice(state, draftInvoice(state, subscription, 'subscription_create'));
  state.emit('customer.subscription.created', subscription);
  return subscription;
};

export const cancelSubscription = (state: State, id: string): Subscription => {
  const subscription = state.get('subscriptions', id);
  if (subscription.ended_at !== null) throw noSuch('subscription', id);
  endSubscription(state, subscription);
  return subscription;
};

const chargeSavedCard = (state: State, customer: string, intent: PaymentIntent): void => {
  const card = state.savedCards.get(customer);
  if (card) chargeOffSession(state, intent, card, consequences(state));
};

const renew = (state: State, subscription: Subscription): void => {
  const [item] = subscription.items.data;
  item.current_period_start = item.current_period_end;
  item.current_period_end += periodOf(subscription);
  draftInvoice(state, subscription, 'subscription_cycle');
  state.emit('customer.subscription.updated', subscription);
};

const collect = (state: State, invoice: Invoice): void => {
  const intent = finalizeInvoice(state, invoice);
  chargeSavedCard(state, invoice.customer, intent);
};

const retry = (state: State, invoice: Invoice): void => {
  const intent = state.get('payment_intents', paymentOf(state, invoice.id).payment.payment_intent);
  chargeSavedCard(state, invoice.customer, intent);
};

/** A transition of a subscription, due at a time in seconds since the epoch. */
interface DueStep {
  at: number;
  run: () => void;
}

const nextStep = (state: State, subscription: Subscription): DueStep | undefined => {
  if (subscription.status === 'incomplete') {
    const expire = () => {
      for (const invoice of state.all('invoices', isOpenOf(subscription)))
        cancelInvoice(state, invoice);
      setStatus(state, subscription, 'incomplete_expired');
    };
    return { at: subscription.created + incompleteSeconds, run: expire };
  }
  if (subscription.status === 'past_due' && subscription.latest_invoice) {
    const invoice = state.get('invoices', subscription.latest_invoice);
    const { next_payment_attempt: at } = invoice;
    return at === null ? undefined : { at, run: () => retry(state, invoice) };
  }
  if (subscription.status !== 'active') return undefined;
  const latest = state.get('invoices', subscription.latest_invoice ?? '');
  if (latest.status === 'draft') {
    return { at: latest.created + draftSeconds, run: () => collect(state, latest) };
  }
  const at = subscription.items.data[0].current_period_end;
  return { at, run: () => renew(state, subscription) };
};

/** Advances the clock; renewals, retries and expiries run at their times, in order. */
export const advanceClock = (state: State, seconds: number): void => {
  const target = state.now() + seconds;
  for (;;) {
    const due = state
      .all('subscriptions')
      .map((subscription) => nextStep(state, subscription))
      .filter((step): step is DueStep => step !== undefined && step.at <= target)
      .sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    if (due.at > state.now()) state.advance(due.at - state.now());
    due.run();
  }
  if (target > state.now()) state.advance(target - state.now());
};
