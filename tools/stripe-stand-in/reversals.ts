import { invalid } from './api/faults.js';
import type { Charge, Dispute, Refund } from './resources.js';
import type { State } from './state.js';

interface RefundParams {
  charge?: string;
  payment_intent?: string;
  amount?: number;
  reason?: string;
}

const chargeOf = (state: State, params: RefundParams): Charge => {
  if (params.charge) return state.get('charges', params.charge);
  if (!params.payment_intent) throw invalid('One of charge or payment_intent is needed.', 'charge');
  const { latest_charge: id } = state.get('payment_intents', params.payment_intent);
  if (!id) throw invalid('This PaymentIntent does not have a successful charge.', 'payment_intent');
  return state.get('charges', id);
};

export const createRefund = (state: State, params: RefundParams): Refund => {
  const charge = chargeOf(state, params);
  if (!charge.paid) throw invalid('Only paid charges can be refunded.', 'charge');
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
  });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge);
  return refund;
};

/** Disputes a charge on behalf of the cardholder. */
export const openDispute = (state: State, chargeId: string): Dispute => {
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
    status: 'needs_response',
  });
  state.emit('charge.dispute.created', dispute);
  return dispute;
};

export const closeDispute = (state: State, id: string, outcome: 'won' | 'lost'): Dispute => {
  const dispute = state.get('disputes', id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalid('This dispute is closed.', 'dispute');
  }
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute);
  return dispute;
};
