import { toast } from '../../components/toast/index.js';
import { getBrand } from '../../lib/brand.js';
import { texts } from './texts.js';

/** What the provider appends to the return address after a bank's page. */
const parameters = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'setup_intent',
  'setup_intent_client_secret',
];

/** The outcome in the address, or null; and the address without the provider's parameters. */
export const readPaymentReturn = (
  search: string,
): { isPaid: boolean; cleanSearch: string } | null => {
  const query = new URLSearchParams(search);
  const status = query.get('redirect_status');
  if (status === null) return null;
  for (const name of parameters) query.delete(name);
  const rest = query.toString();
  return { isPaid: status === 'succeeded', cleanSearch: rest === '' ? '' : `?${rest}` };
};

/**
 * Some banks confirm on a page of their own; the provider then returns to the site's origin. Says
 * how it ended and takes the client secret out of the address bar and the history.
 */
export const welcomeBackFromPayment = (onPaid: () => void): void => {
  const outcome = readPaymentReturn(window.location.search);
  if (outcome === null) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', pathname + outcome.cleanSearch + hash);
  if (outcome.isPaid) {
    const description = texts.paid.description(getBrand().name, texts.plans.pro.name);
    toast({ variant: 'success', title: texts.paid.title, description });
    onPaid();
  } else {
    const { title, fallback } = texts.paymentFailed;
    toast({ variant: 'destructive', title, description: fallback });
  }
};
