import type { PlanType } from './api.js';

/**
 * The states of /subscribe:
 *
 *   choosing ─ choose ─▶ preparing ─ secret ─▶ paying ─▶ paid, pending
 *      ▲────── change plan, refused ──┴──────────┘
 */
export type SubscribeState =
  | { kind: 'choosing' }
  | { kind: 'preparing'; plan: PlanType }
  | { kind: 'paying'; plan: PlanType; clientSecret: string }
  | { kind: 'paid'; plan: PlanType }
  /** The bank is still processing the payment. */
  | { kind: 'pending'; plan: PlanType };

export type SubscribeEvent =
  | { type: 'choose'; plan: PlanType }
  | { type: 'secret'; plan: PlanType; clientSecret: string }
  | { type: 'change-plan' }
  | { type: 'refused'; plan: PlanType }
  | { type: 'paid' }
  | { type: 'pending' };

export const choosing: SubscribeState = { kind: 'choosing' };

/** Ignores answers for a plan that is no longer selected. */
export const nextSubscribe = (state: SubscribeState, event: SubscribeEvent): SubscribeState => {
  switch (event.type) {
    case 'choose':
      return state.kind === 'choosing' ? { kind: 'preparing', plan: event.plan } : state;
    case 'secret':
      return state.kind === 'preparing' && state.plan === event.plan
        ? { kind: 'paying', plan: event.plan, clientSecret: event.clientSecret }
        : state;
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
