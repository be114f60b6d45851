import { ServiceError } from '@tandem/kit';
import Stripe from 'stripe';
import {
  amountCents,
  RefusedRefund,
  SavedFailure,
  UnknownAtProvider,
  type Buyer,
  type Payments,
} from './payments.js';
import { noPurchases, type Lifetime, type Purchases, type Subscription } from './plan.js';

const currency = 'usd';
const { pro: proWeeklyCents, proforever: proForeverCents } = amountCents;
/** Lookup key of the weekly price at the provider; a new amount gets a new key. */
const proPriceKey = `pro_weekly_${currency}_${proWeeklyCents}`;
const proForeverPlan = 'proforever';

const maxListed = 1_000;
const timeoutMs = 10_000;

export interface StripeOptions {
  secretKey: string;
  /** Base URL of the API if it is not Stripe's. */
  apiBase?: string | undefined;
  /** For tests that run the stand-in in their own process. */
  httpClient?: Stripe.HttpClient;
  /** Retries of a failed request with the same idempotency key. */
  maxNetworkRetries?: number;
}

export const connectStripe = (options: StripeOptions): Stripe => {
  const { secretKey, apiBase, httpClient, maxNetworkRetries = 2 } = options;
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries,
    timeout: timeoutMs,
    telemetry: false,
    ...(httpClient && { httpClient }),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
};

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Of a connection that failed, such as ENOTFOUND. */
const systemCode = ({ detail }: Stripe.errors.StripeError): string =>
  detail instanceof Error && 'code' in detail ? String(detail.code) : '';

/** The provider's errors contain whole objects, including secrets: log none of their content. */
const translate = (error: unknown): unknown => {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isTheirs =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError;
  const code = error.code ?? systemCode(error);
  const what = `payment provider: ${error.type} ${code} ${error.param ?? ''}`.trim();
  if (!isTheirs) return new Error(what);
  return new ServiceError(
    'unavailable',
    'payment-provider-unavailable',
    'The payment provider does not answer. Please try again.',
    { cause: new Error(what) },
  );
};

/** `translate` for calls about a customer. */
const translateForCustomer = (error: unknown): unknown =>
  isMissing(error) ? new UnknownAtProvider(translate(error)) : translate(error);

/** Runs a provider call; rejects with a service error. */
export const askProvider = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
};

/**
 * Stripe saves the answer of the first request under a key, errors included, and repeats it for a day. Only a repeated
 * answer shows that the request is over: after any other error a call under the same key may still succeed, and
 * another key would buy twice. https://docs.stripe.com/api/idempotent_requests
 */
const isSavedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** `askProvider` for a call under an idempotency key; rejects with `SavedFailure` if another key is needed. */
const askUnderKey = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const translated = translateForCustomer(error);
    throw isSavedFailure(error) ? new SavedFailure(translated) : translated;
  }
};

const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

const date = (seconds: number) => new Date(seconds * 1000);

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

const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
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

const fetchPurchases = async (stripe: Stripe, customer: string): Promise<Purchases> => {
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

/** A deleted customer's intents can still be paid. */
const cancelBegun = async (stripe: Stripe, customer: string): Promise<void> => {
  const intents = await stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({
    limit: maxListed,
  });
  for (const { id, status } of intents.filter(isOwnPayment)) {
    if (status === 'succeeded' || status === 'canceled') continue;
    try {
      await stripe.paymentIntents.cancel(id);
    } catch (error) {
      // The bank is processing it; the webhook of its success is logged.
      const isSubmitted =
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'payment_intent_unexpected_state';
      if (!isSubmitted) throw error;
    }
  }
};

/**
 * After the end of a subscription or its customer, Stripe no longer collects an open invoice, but its page still takes a
 * payment: https://docs.stripe.com/api/subscriptions/cancel
 */
const voidOpenInvoices = async (
  stripe: Stripe,
  owner: { subscription: string } | { customer: string },
): Promise<void> => {
  const open = await stripe.invoices
    .list({ ...owner, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: maxListed });
  for (const { id = '' } of open) {
    try {
      await stripe.invoices.voidInvoice(id);
    } catch (error) {
      // It is paid by now, or the bank is processing its payment.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
};

/** The intents of a subscription's paid invoices, or the one-time payment itself. */
const findPaidIntents = async (stripe: Stripe, id: string): Promise<string[]> => {
  if (id.startsWith('pi_')) return [id];
  const invoices = await stripe.invoices
    .list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: maxListed });
  return invoices
    .flatMap(({ payments }) => payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((intent) => intent !== undefined);
};

/** Without an amount the provider refunds what is left of a charge, and refuses a second refund. */
const refundCharge = async (stripe: Stripe, charge: string): Promise<void> => {
  try {
    await stripe.refunds.create({ charge, reason: 'duplicate' });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code !== 'charge_already_refunded') throw new RefusedRefund(translate(error));
  }
};

const refundPayments = async (stripe: Stripe, id: string, since: Date): Promise<number> => {
  let count = 0;
  for (const intent of await findPaidIntents(stripe, id)) {
    const { data } = await stripe.charges.list({ payment_intent: intent, limit: 100 });
    const due = data.filter(
      ({ paid, refunded, disputed, created }) =>
        paid && !refunded && !disputed && date(created) > since,
    );
    for (const charge of due) await refundCharge(stripe, charge.id);
    count += due.length;
  }
  return count;
};

const findProPrice = async (stripe: Stripe): Promise<string | undefined> => {
  const { data } = await stripe.prices.list({ lookup_keys: [proPriceKey], active: true });
  return data[0]?.id;
};

/** The weekly price, created once per provider account. */
const ensureProPrice = async (stripe: Stripe): Promise<string> => {
  const known = await findProPrice(stripe);
  if (known) return known;
  try {
    const price = await stripe.prices.create({
      currency,
      unit_amount: proWeeklyCents,
      recurring: { interval: 'week' },
      lookup_key: proPriceKey,
      product_data: { name: 'Pro' },
    });
    return price.id;
  } catch (error) {
    // The provider refuses a second price with the lookup key: another replica may have created it.
    const created = await findProPrice(stripe);
    if (created) return created;
    throw error;
  }
};

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
      metadata: { uid: buyer.uid, plan: 'pro' },
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
  let proPrice: Promise<string> | undefined;
  const requireProPrice = () =>
    (proPrice ??= ensureProPrice(stripe).catch((error: unknown) => {
      proPrice = undefined;
      throw error;
    }));
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
    beginSubscription: async (buyer, attempt) => {
      const price = await askProvider(requireProPrice);
      return askUnderKey(() => createSubscription(stripe, price, buyer, attempt));
    },
    beginLifetime: (buyer, attempt) => askUnderKey(() => createLifetime(stripe, buyer, attempt)),
    cancelSubscription: async (id) => {
      // First: after the end nothing would show a crash between the two.
      await askProvider(() => voidOpenInvoices(stripe, { subscription: id }));
      try {
        await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
      } catch (error) {
        // Ended already: the id comes from a list of the same account.
        if (!isMissing(error)) throw translate(error);
      }
    },
    refund: (id, since) => askProvider(() => refundPayments(stripe, id, since)),
    closeCustomer: async (providerId) => {
      const close = async () => {
        await cancelBegun(stripe, providerId);
        await voidOpenInvoices(stripe, { customer: providerId });
        await stripe.customers.del(providerId);
      };
      await unlessDeleted(providerId, close, undefined);
    },
  };
};
