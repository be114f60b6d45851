/** Stripe's resources as the stand-in stores them: references between objects are ids. */

interface Resource {
  id: string;
  object: string;
  created: number;
  livemode: false;
}

export type Metadata = Record<string, string>;

export interface Customer extends Resource {
  object: 'customer';
  email: string | null;
  name: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null };
  deleted?: true;
}

export interface Product extends Resource {
  object: 'product';
  active: boolean;
  name: string;
  metadata: Metadata;
}

export interface Price extends Resource {
  object: 'price';
  active: boolean;
  currency: string;
  unit_amount: number;
  recurring: { interval: Interval; interval_count: number; usage_type: 'licensed' } | null;
  lookup_key: string | null;
  product: string;
  type: 'recurring' | 'one_time';
  metadata: Metadata;
}

export type Interval = 'day' | 'week' | 'month' | 'year';

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  subscription: string;
}

export interface Subscription extends Resource {
  object: 'subscription';
  customer: string;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  collection_method: 'charge_automatically';
  start_date: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Metadata;
}

export interface Invoice extends Resource {
  object: 'invoice';
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  currency: string;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  /** Whether Stripe finalizes and collects it. */
  auto_advance: boolean;
  next_payment_attempt: number | null;
  status_transitions: { paid_at: number | null };
  /** Null while it is a draft. */
  hosted_invoice_url: string | null;
  billing_reason: 'subscription_create' | 'subscription_cycle';
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Metadata };
  };
}

export interface InvoicePayment extends Resource {
  object: 'invoice_payment';
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
  amount_requested: number;
  amount_paid: number | null;
  currency: string;
  is_default: true;
}

export interface PaymentIntent extends Resource {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  description: string | null;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  client_secret: string;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  payment_method: string | null;
  automatic_payment_methods: { enabled: boolean } | null;
  canceled_at: number | null;
  metadata: Metadata;
}

export interface Charge extends Resource {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: string;
  customer: string | null;
  payment_intent: string;
  payment_method: string;
  status: 'succeeded' | 'pending' | 'failed';
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
}

export interface Refund extends Resource {
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
  metadata: Metadata;
}

/** A `resolution` returns the money to the cardholder without a chargeback; a `block` and an `inquiry` leave it here. */
export type DisputeCase = 'chargeback' | 'inquiry' | 'resolution' | 'block';

export interface Dispute extends Resource {
  object: 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  payment_method_details: { type: 'card'; card: { case_type: DisputeCase } };
  reason: string;
  status:
    | 'prevented'
    | 'warning_needs_response'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost';
}

export interface StripeEvent extends Resource {
  object: 'event';
  api_version: string;
  type: string;
  data: { object: unknown };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
}

export interface Tables {
  customers: Customer;
  products: Product;
  prices: Price;
  subscriptions: Subscription;
  invoices: Invoice;
  invoice_payments: InvoicePayment;
  payment_intents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  events: StripeEvent;
}

export type TableName = keyof Tables;
export type Row = Tables[TableName];

/** A decoded form: see api/form.ts. */
export type FormNode = string | FormNode[] | { [key: string]: FormNode };

export interface HttpRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
