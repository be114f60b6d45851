import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import type { StandIn } from '../../../tools/stripe-stand-in/stand-in.js';

/**
 * The expected plan of a user, derived independently of the service from the provider's records and the
 * decisions of users and admins. The property test compares the service with it.
 */
type State = StandIn['state'];

const losing = new Set(['needs_response', 'under_review', 'lost']);

const isReversed = (state: State, intentId: string): boolean =>
  state
    .all('charges', (charge) => charge.payment_intent === intentId && charge.paid)
    .some(
      (charge) =>
        charge.refunded ||
        state
          .all('disputes', (one) => one.charge === charge.id)
          .some((one) => losing.has(one.status)),
    );

/** Of the newest invoice that is paid. */
const newestIntent = (state: State, subscription: string): string => {
  const [paid] = state.all(
    'invoices',
    ({ status, parent }) =>
      status === 'paid' && parent.subscription_details.subscription === subscription,
  );
  const [payment] = state.all('invoice_payments', ({ invoice }) => invoice === paid?.id);
  return payment?.payment.payment_intent ?? '';
};

const boughtForever = (state: State) =>
  state.all(
    'payment_intents',
    (one) => one.metadata['plan'] === 'proforever' && one.status === 'succeeded',
  );

export const createModel = (state: State) => {
  const voided = new Set<string>();
  let gift: 'active' | 'proforever' | undefined;

  const plan = (): SubscriptionStatus => {
    const lifetimes = boughtForever(state).filter(
      ({ id }) => !voided.has(id) && !isReversed(state, id),
    );
    if (gift === 'proforever' || lifetimes.length > 0) return 'proforever';
    const running = state.all(
      'subscriptions',
      (one) =>
        (one.status === 'active' || one.status === 'past_due') &&
        !voided.has(one.id) &&
        !isReversed(state, newestIntent(state, one.id)),
    );
    return gift === 'active' || running.length > 0 ? 'active' : 'free';
  };

  const voidLifetimes = () => {
    for (const { id } of boughtForever(state)) voided.add(id);
  };

  const cancelPlan = () => {
    gift = undefined;
    voidLifetimes();
    for (const { id } of state.all('subscriptions', (one) => one.ended_at === null)) voided.add(id);
  };

  return {
    plan,
    cancelPlan,
    overridePlan: (status: SubscriptionStatus) => {
      if (plan() === status) return;
      if (status === 'proforever') {
        gift = 'proforever';
        return;
      }
      cancelPlan();
      if (status === 'active') gift = 'active';
    },
  };
};
