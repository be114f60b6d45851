import type { PlanType } from './api.js';

interface Payment {
  clientSecret: string;
  /** Absent: a server of an older release, which charges the price of the page. */
  amountCents?: number | undefined;
}

/**
 * The states of /subscribe:
 *
 *   choosing ─ choose ─▶ preparing ─ secret ─▶ paying ─▶ paid, pending
 *      ▲────── change plan, refused ──┴──────────┘
 */
export type SubscribeState =
  | { kind: 'choosing' }
  | { kind: 'preparing'; plan: PlanType }
  | ({ kind: 'paying'; plan: PlanType } & Payment)
  | { kind: 'paid'; plan: PlanType }
  /** The bank is still processing the payment. */
  | { kind: 'pending'; plan: PlanType };

type Secret = { type: 'secret'; plan: PlanType } & Payment;

export type SubscribeEvent =
  | { type: 'choose'; plan: PlanType }
  | Secret
  | { type: 'change-plan' }
  | { type: 'refused'; plan: PlanType }
  | { type: 'paid' }
  | { type: 'pending' };

export const choosing: SubscribeState = { kind: 'choosing' };

const paying = ({ plan, clientSecret, amountCents }: Secret): SubscribeState => ({
  kind: 'paying',
  plan,
  clientSecret,
  amountCents,
});

/** Ignores answers for a plan that is no longer selected. */
export const nextSubscribe = (state: SubscribeState, event: SubscribeEvent): SubscribeState => {
  switch (event.type) {
    case 'choose':
      return state.kind === 'choosing' ? { kind: 'preparing', plan: event.plan } : state;
    case 'secret':
      return state.kind === 'preparing' && state.plan === event.plan ? paying(event) : state;
    case 'refused':
      return state.kind === 'preparing' && state.plan === event.plan ? choosing : state;
    case 'change-plan':
      return state.kind === 'paid' || state.kind === 'pending' ? state : choosing;
    case 'paid':
      return state.kind === 'paying' ? { kind: 'paid', plan: state.plan } : state;
    case 'pending':
      return state.kind === 'paying' ? { kind: 'pending', plan: state.plan } : state;
  }
};
