import { toast } from '../../../components/toast/index.js';
import { tabStorage } from '../../../lib/browser/storage.js';
import { getBrand } from '../../../lib/texts/brand.js';
import { paymentPending } from '../../../lib/texts/payment-texts.js';
import type { PlanType } from '../api.js';
import { texts } from '../texts.js';

const planKey = 'paying-for';

/** Remembers the plan for the toast after a bank's own page. Per tab; not a secret. */
export const rememberPlan = (plan: PlanType): void => tabStorage.write(planKey, plan);

const recallPlan = (): PlanType =>
  tabStorage.read(planKey) === 'proforever' ? 'proforever' : 'pro';

/** The provider's webhook usually arrives within seconds of the payment; refetch after these delays. */
const planRefreshDelaysMs = [0, 1500, 4000, 10_000];

export const refreshPlan = (refresh: () => void): void => {
  for (const delayMs of planRefreshDelaysMs) setTimeout(refresh, delayMs);
};

const paidKey = 'paid';

/** The dashboard is a new document; it refreshes the plan. Without storage its polling shows the plan. */
export const rememberPayment = (): void => tabStorage.write(paidKey, '1');

const takePayment = (): boolean => {
  const isPaid = tabStorage.read(paidKey) !== null;
  tabStorage.write(paidKey, null);
  return isPaid;
};

export type PaymentOutcome = 'paid' | 'pending' | 'failed';

/** `pending`: some payment methods take days. */
const outcomes: Record<string, PaymentOutcome> = { succeeded: 'paid', pending: 'pending' };

/** The query parameters that the provider adds to the return URL. */
const parameters = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'setup_intent',
  'setup_intent_client_secret',
];

/** The outcome in the query and the query without the provider's parameters; null without an outcome. */
export const readPaymentReturn = (
  search: string,
): { outcome: PaymentOutcome; cleanSearch: string } | null => {
  const query = new URLSearchParams(search);
  const status = query.get('redirect_status');
  if (status === null) return null;
  for (const name of parameters) query.delete(name);
  const rest = query.toString();
  return { outcome: outcomes[status] ?? 'failed', cleanSearch: rest === '' ? '' : `?${rest}` };
};

/** State of a history entry of /subscribe: it survives a reload, and other visits do not have it. */
export const failedPayment = { hasPaymentFailed: true };

export const hasPaymentFailed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasPaymentFailed' in state;

interface PaymentHandlers {
  onPaid: () => void;
  onFailed: () => void;
}

/**
 * Some banks confirm on their own page; the provider then redirects to the site's origin. Shows the outcome, except of
 * a failure, and removes the client secret from the address bar and the history. Refreshes the plan after a payment,
 * until its webhook has probably arrived.
 */
export const handlePaymentReturn = ({ onPaid, onFailed }: PaymentHandlers): void => {
  if (takePayment()) refreshPlan(onPaid);
  const found = readPaymentReturn(window.location.search);
  if (found === null) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', pathname + found.cleanSearch + hash);
  if (found.outcome === 'paid') {
    const description = texts.paid.description(getBrand().name, texts.plans[recallPlan()].name);
    toast({ variant: 'success', title: texts.paid.title, description });
    refreshPlan(onPaid);
  } else if (found.outcome === 'pending') toast(paymentPending);
  else onFailed();
};
