import { invalid, noSuch } from './api/faults.js';
import {
  cancelInvoice,
  draftInvoice,
  finalizeInvoice,
  invoiceOf,
  invoicesOf,
  isPayable,
  paymentOf,
} from './invoices.js';
import { chargeOffSession, type Consequences } from './payments.js';
import type { Interval, Invoice, PaymentIntent, Subscription } from './resources.js';
import { randomId, type State } from './state.js';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** A renewal's invoice is a draft without a payment for about an hour. */
const draftSeconds = hourSeconds;
/** Time to pay the first invoice before the subscription expires. */
const incompleteSeconds = 23 * hourSeconds;

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

const intentOf = (state: State, { id }: Invoice): PaymentIntent =>
  state.get('payment_intents', paymentOf(state, id).payment.payment_intent);

/** Of the invoices that were finalized, which alone decide whether a subscription is past due. */
const isNewest = (state: State, subscription: Subscription, invoice: Invoice): boolean =>
  invoicesOf(state, subscription).find(({ status }) => status !== 'draft') === invoice;

const recover = (state: State, subscription: Subscription): void => {
  const { status } = subscription;
  if (status === 'past_due' || status === 'unpaid') setStatus(state, subscription, 'active');
};

/** A subscription that waits for its first payment expires, one whose renewal was not paid is active again. */
export const voidInvoice = (state: State, id: string): Invoice => {
  const invoice = state.get('invoices', id);
  if (!isPayable(invoice)) {
    throw invalid('You can only void open and uncollectible invoices.', 'invoice');
  }
  if (intentOf(state, invoice).status === 'processing')
    throw invalid('You cannot void an invoice with a payment that is processing.', 'invoice');
  cancelInvoice(state, invoice);
  const { subscription: owner } = invoice.parent.subscription_details;
  const subscription = state.get('subscriptions', owner);
  if (subscription.status === 'incomplete') setStatus(state, subscription, 'incomplete_expired');
  if (isNewest(state, subscription, invoice)) recover(state, subscription);
  return invoice;
};

/** Open invoices can be paid until they are voided. */
const stopCollecting = (state: State, subscription: Subscription): void => {
  for (const invoice of invoicesOf(state, subscription)) {
    if (invoice.status !== 'open') continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    if (!state.dunning.marksUncollectible) continue;
    invoice.status = 'uncollectible';
    state.emit('invoice.marked_uncollectible', invoice);
  }
};

/**
 * Stripe promises "of all finalized invoices" that they are no longer collected; so a draft is still finalized and
 * collected: https://docs.stripe.com/api/subscriptions/cancel
 */
const endSubscription = (state: State, subscription: Subscription): void => {
  stopCollecting(state, subscription);
  setStatus(state, subscription, 'canceled');
};

/** The last attempt to collect an invoice has failed. */
const giveUp = (state: State, subscription: Subscription): void => {
  stopCollecting(state, subscription);
  setStatus(state, subscription, state.dunning.marksUnpaid ? 'unpaid' : 'canceled');
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
    invoice.status_transitions.paid_at = state.now();
    invoice.attempt_count += 1;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    state.emit('invoice.paid', invoice);
    state.emit('invoice.payment_succeeded', invoice);
    subscription.default_payment_method = intent.payment_method;
    if (subscription.status === 'incomplete') setStatus(state, subscription, 'active');
    if (isNewest(state, subscription, invoice)) recover(state, subscription);
  },
  onFailed: (intent) => {
    const found = invoiceOf(state, intent);
    if (!found) return;
    const { invoice, subscription } = found;
    const delay = state.dunning.retryAfterDays[invoice.attempt_count];
    invoice.attempt_count += 1;
    const isCollected =
      invoice.billing_reason === 'subscription_cycle' && subscription.ended_at === null;
    invoice.next_payment_attempt =
      isCollected && delay !== undefined ? state.now() + delay * daySeconds : null;
    state.emit('invoice.payment_failed', invoice);
    if (!isCollected) return;
    if (invoice.next_payment_attempt === null) giveUp(state, subscription);
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
  if (!price.active || !state.get('products', price.product).active) {
    throw invalid('The price or its product is inactive.', 'items[0][price]');
  }
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
  const draft = draftInvoice(state, subscription, 'subscription_cycle');
  if (subscription.status === 'unpaid') draft.auto_advance = false;
  state.emit('customer.subscription.updated', subscription);
};

const collect = (state: State, invoice: Invoice): void => {
  const intent = finalizeInvoice(state, invoice);
  chargeSavedCard(state, invoice.customer, intent);
};

/** A transition of a subscription, due at a time in seconds since the epoch. */
interface DueStep {
  at: number;
  run: () => void;
}

const expiry = (state: State, subscription: Subscription): DueStep[] => {
  const open = invoicesOf(state, subscription).filter(isPayable);
  // Days after a bank debit was submitted its payment is still pending.
  if (open.some((invoice) => intentOf(state, invoice).status === 'processing')) return [];
  const run = () => {
    for (const invoice of open) cancelInvoice(state, invoice);
    setStatus(state, subscription, 'incomplete_expired');
  };
  return [{ at: subscription.created + incompleteSeconds, run }];
};

const drafts = (state: State, subscription: Subscription): DueStep[] =>
  invoicesOf(state, subscription)
    .filter(({ status, auto_advance: isAdvanced }) => status === 'draft' && isAdvanced)
    .map((draft) => ({ at: draft.created + draftSeconds, run: () => collect(state, draft) }));

const retries = (state: State, subscription: Subscription): DueStep[] =>
  invoicesOf(state, subscription)
    .filter(({ status }) => status === 'open')
    .flatMap((invoice) => {
      const { next_payment_attempt: at, customer } = invoice;
      const run = () => {
        invoice.next_payment_attempt = null;
        chargeSavedCard(state, customer, intentOf(state, invoice));
      };
      return at === null ? [] : [{ at, run }];
    });

const renewal = (state: State, subscription: Subscription): DueStep => ({
  at: subscription.items.data[0].current_period_end,
  run: () => renew(state, subscription),
});

const stepsOf = (state: State, subscription: Subscription): DueStep[] => {
  if (subscription.status === 'incomplete') return expiry(state, subscription);
  const begun = drafts(state, subscription);
  if (subscription.ended_at !== null) return begun;
  // Invoices are created while older ones are past due.
  const next = begun.length > 0 ? begun : [renewal(state, subscription)];
  return [...next, ...retries(state, subscription)];
};

/** Advances the clock; renewals, retries and expiries run at their times, in order. */
export const advanceClock = (state: State, seconds: number): void => {
  const target = state.now() + seconds;
  for (;;) {
    const due = state
      .all('subscriptions')
      .flatMap((subscription) => stepsOf(state, subscription))
      .filter(({ at }) => at <= target)
      .sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    if (due.at > state.now()) state.advance(due.at - state.now());
    due.run();
  }
  if (target > state.now()) state.advance(target - state.now());
};
