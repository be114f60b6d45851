import { invalid } from './api/faults.js';
import type { Charge, Dispute, DisputeCase, Metadata, Refund } from './resources.js';
import type { State } from './state.js';

interface RefundParams {
  charge?: string;
  payment_intent?: string;
  amount?: number;
  reason?: string;
  metadata?: Metadata;
}

const chargeOf = (state: State, params: RefundParams): Charge => {
  if (params.charge) return state.get('charges', params.charge);
  if (!params.payment_intent) throw invalid('One of charge or payment_intent is needed.', 'charge');
  const { latest_charge: id } = state.get('payment_intents', params.payment_intent);
  if (!id) throw invalid('This PaymentIntent does not have a successful charge.', 'payment_intent');
  return state.get('charges', id);
};

/** The bank has taken the money back, temporarily or finally; not while it only inquires. */
const isHeldBack =
  ({ id }: Charge) =>
  ({ charge, status, payment_method_details: { card } }: Dispute): boolean =>
    charge === id &&
    (['needs_response', 'under_review', 'lost'].includes(status) ||
      card.case_type === 'resolution');

const firstStatus = {
  chargeback: 'needs_response',
  inquiry: 'warning_needs_response',
  resolution: 'prevented',
  block: 'prevented',
} as const satisfies Record<DisputeCase, Dispute['status']>;

export const createRefund = (state: State, params: RefundParams): Refund => {
  const charge = chargeOf(state, params);
  if (!charge.paid) throw invalid('Only paid charges can be refunded.', 'charge');
  if (state.all('disputes', isHeldBack(charge)).length > 0) {
    throw invalid(`Charge ${charge.id} has been charged back.`, undefined, 'charge_disputed');
  }
  const remaining = charge.amount - charge.amount_refunded;
  if (remaining === 0) {
    throw invalid(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  const amount = params.amount ?? remaining;
  if (amount > remaining) {
    throw invalid('Refund amount is greater than unrefunded amount.', 'amount');
  }
  const refund = state.insert('refunds', {
    object: 'refund',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: 'succeeded',
    metadata: params.metadata ?? {},
  });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge);
  return refund;
};

/** Fails days after it has succeeded, as with a closed card: https://docs.stripe.com/refunds#failed-refunds */
export const failRefund = (state: State, id: string): Refund => {
  const refund = state.get('refunds', id);
  if (refund.status === 'failed') throw invalid('This refund has failed.', 'refund');
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  const charge = state.get('charges', refund.charge);
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) {
    state.emit(type, refund);
  }
  return refund;
};

/** Disputes a charge on behalf of the cardholder. */
export const openDispute = (state: State, chargeId: string, kind: DisputeCase): Dispute => {
  const charge = state.get('charges', chargeId);
  if (!charge.paid || charge.disputed) throw invalid('This charge cannot be disputed.', 'charge');
  charge.disputed = true;
  const dispute = state.insert('disputes', {
    object: 'dispute',
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    payment_method_details: { type: 'card', card: { case_type: kind } },
    status: firstStatus[kind],
  });
  state.emit('charge.dispute.created', dispute);
  return dispute;
};

export const closeDispute = (state: State, id: string, outcome: 'won' | 'lost'): Dispute => {
  const dispute = state.get('disputes', id);
  if (['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status)) {
    throw invalid('This dispute is closed.', 'dispute');
  }
  dispute.status = dispute.status === 'warning_needs_response' ? 'warning_closed' : outcome;
  state.emit('charge.dispute.closed', dispute);
  return dispute;
};
