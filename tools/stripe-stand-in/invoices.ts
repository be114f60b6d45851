import { cancelIntent, createIntent } from './payments.js';
import type { Invoice, InvoicePayment, PaymentIntent, Subscription } from './resources.js';
import { randomId, type State } from './state.js';

/** The payment of an invoice. */
export const paymentOf = (state: State, invoiceId: string): InvoicePayment => {
  const [payment] = state.all('invoice_payments', ({ invoice }) => invoice === invoiceId);
  if (!payment) throw new Error(`invoice ${invoiceId} has no payment`);
  return payment;
};

export const draftInvoice = (
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
    auto_advance: true,
    next_payment_attempt: null,
    status_transitions: { paid_at: null },
    hosted_invoice_url: null,
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

export const finalizeInvoice = (state: State, invoice: Invoice): PaymentIntent => {
  const { amount_due: amount, currency, customer } = invoice;
  invoice.status = 'open';
  invoice.hosted_invoice_url = `https://invoice.stripe.com/i/${randomId('live')}`;
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
export const invoiceOf = (state: State, intent: PaymentIntent) => {
  const [payment] = state.all(
    'invoice_payments',
    ({ payment: { payment_intent } }) => payment_intent === intent.id,
  );
  if (!payment) return undefined;
  const invoice = state.get('invoices', payment.invoice);
  const { subscription } = invoice.parent.subscription_details;
  return { payment, invoice, subscription: state.get('subscriptions', subscription) };
};

/** Without effects on its subscription. */
export const cancelInvoice = (state: State, invoice: Invoice): void => {
  const payment = paymentOf(state, invoice.id);
  const intent = state.get('payment_intents', payment.payment.payment_intent);
  invoice.status = 'void';
  invoice.auto_advance = false;
  payment.status = 'canceled';
  if (intent.status !== 'canceled') cancelIntent(state, intent);
  state.emit('invoice.voided', invoice);
};

/** The invoices of a subscription, newest first. */
export const invoicesOf = (state: State, subscription: Subscription): Invoice[] =>
  state.all(
    'invoices',
    ({ parent }) => parent.subscription_details.subscription === subscription.id,
  );

/** Whether its payment can still be made: https://docs.stripe.com/invoicing/integration/workflow-transitions */
export const isPayable = ({ status }: Invoice): boolean =>
  status === 'open' || status === 'uncollectible';
