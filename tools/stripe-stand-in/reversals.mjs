import { invalid } from './api/faults.mjs';

/** @typedef {import('./state.mjs').State} State */

/** @param {State} state @param {{charge?: string, payment_intent?: string}} params */
const chargeOf = (state, params) => {
  if (params.charge) return state.get('charges', params.charge);
  if (!params.payment_intent) throw invalid('One of charge or payment_intent is needed.', 'charge');
  const { latest_charge: id } = state.get('payment_intents', params.payment_intent);
  if (!id) throw invalid('This PaymentIntent does not have a successful charge.', 'payment_intent');
  return state.get('charges', id);
};

/** @param {State} state @param {{charge?: string, payment_intent?: string, amount?: number, reason?: string}} params */
export const createRefund = (state, params) => {
  const charge = chargeOf(state, params);
  if (!charge.paid) throw invalid('Only paid charges can be refunded.', 'charge');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  const amount = params.amount ?? left;
  if (amount > left) throw invalid('Refund amount is greater than unrefunded amount.', 'amount');
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

/** A cardholder complains to the bank. @param {State} state @param {string} chargeId */
export const openDispute = (state, chargeId) => {
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

/** @param {State} state @param {string} id @param {'won' | 'lost'} outcome */
export const closeDispute = (state, id, outcome) => {
  const dispute = state.get('disputes', id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalid('This dispute is closed.', 'dispute');
  }
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute);
  return dispute;
};
