import { randomBytes } from 'node:crypto';
import { cardByMethod, cardByNumber, isWellFormed } from './cards.mjs';
import { cardFault, invalid } from './api/faults.mjs';
import { randomId } from './state.mjs';

/** @typedef {import('./state.mjs').State} State */
/** @typedef {import('./resources.js').PaymentIntent} PaymentIntent */
/** @typedef {import('./cards.mjs').Card} Card */

const SECRET_BYTES = 18;
const CHALLENGE = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
const DECLINED = 'Your card was declined.';

/**
 * @param {State} state
 * @param {{amount: number, currency: string, customer?: string, description?: string,
 *   metadata?: Record<string, string>, automatic_payment_methods?: {enabled: boolean}}} params
 */
export const createIntent = (state, params) => {
  const intent = state.insert('payment_intents', {
    object: 'payment_intent',
    amount: params.amount,
    amount_received: 0,
    currency: params.currency,
    customer: params.customer ?? null,
    description: params.description ?? null,
    status: 'requires_payment_method',
    client_secret: '',
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    payment_method: null,
    automatic_payment_methods: params.automatic_payment_methods ?? { enabled: true },
    canceled_at: null,
    metadata: params.metadata ?? {},
  });
  intent.client_secret = `${intent.id}_secret_${randomBytes(SECRET_BYTES).toString('hex')}`;
  state.emit('payment_intent.created', intent);
  return intent;
};

/** @param {State} state @param {PaymentIntent} intent @param {Card} card @param {boolean} isPaid */
const chargeCard = (state, intent, card, isPaid) => {
  const charge = state.insert('charges', {
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? '',
    status: isPaid ? 'succeeded' : 'failed',
    paid: isPaid,
    refunded: false,
    disputed: false,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : DECLINED,
  });
  intent.latest_charge = charge.id;
  if (intent.customer) state.savedCards.set(intent.customer, card);
  state.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
};

/**
 * What follows when an intent ends well or badly; invoices hang themselves on here.
 * @typedef {{onPaid: (intent: PaymentIntent) => void, onFailed: (intent: PaymentIntent) => void}} Consequences
 */

/** @param {State} state @param {PaymentIntent} intent @param {Card} card @param {Consequences} then */
const succeed = (state, intent, card, then) => {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  chargeCard(state, intent, card, true);
  state.emit('payment_intent.succeeded', intent);
  then.onPaid(intent);
};

/** @param {State} state @param {PaymentIntent} intent @param {Card} card @param {Consequences} then */
const fail = (state, intent, card, then) => {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: DECLINED,
  };
  chargeCard(state, intent, card, false);
  state.emit('payment_intent.payment_failed', intent);
  then.onFailed(intent);
};

/** Charge a saved card, nobody being there to answer a challenge. @param {State} state @param {PaymentIntent} intent @param {Card} card @param {Consequences} then */
export const chargeOffSession = (state, intent, card, then) => {
  intent.payment_method = randomId('pm');
  (card.behaviour === 'ok' ? succeed : fail)(state, intent, card, then);
};

/** @param {import('./resources.js').Params} params @param {PaymentIntent} intent @returns {Card} */
const cardOf = (params, intent) => {
  if (typeof params['payment_method'] === 'string') {
    const card = cardByMethod(params['payment_method']);
    if (!card)
      throw invalid(`No such PaymentMethod: '${params['payment_method']}'`, 'payment_method');
    return card;
  }
  const number = params['payment_method_data']?.card?.number;
  if (typeof number !== 'string') {
    throw invalid('You must provide a payment method.', 'payment_method', 'parameter_missing');
  }
  if (!isWellFormed(number)) {
    throw cardFault(
      'Your card number is incorrect.',
      'incorrect_number',
      'incorrect_number',
      intent,
    );
  }
  const card = cardByNumber(number);
  if (card) return card;
  throw cardFault(
    'Your card was declined. Your request was in test mode, but used a non test card.',
    'card_declined',
    'test_mode_live_card',
    intent,
  );
};

/** @param {State} state @param {PaymentIntent} intent @param {import('./resources.js').Params} params @param {Consequences} then */
export const confirmIntent = (state, intent, params, then) => {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  }
  const card = cardOf(params, intent);
  intent.payment_method = randomId('pm');
  if (card.behaviour === 'challenge') {
    intent.status = 'requires_action';
    intent.next_action = CHALLENGE;
    if (intent.customer) state.savedCards.set(intent.customer, card);
    state.emit('payment_intent.requires_action', intent);
    return;
  }
  if (card.behaviour === 'ok') {
    succeed(state, intent, card, then);
    return;
  }
  fail(state, intent, card, then);
  throw cardFault(DECLINED, 'card_declined', 'generic_decline', structuredClone(intent));
};

/** How the person at the bank's page decided. @param {State} state @param {PaymentIntent} intent @param {boolean} isApproved @param {Consequences} then */
export const answerChallenge = (state, intent, isApproved, then) => {
  if (intent.status !== 'requires_action') {
    throw invalid('There is no challenge to answer.', undefined, 'payment_intent_unexpected_state');
  }
  // Once the bank has agreed, later charges of the same card need no second step.
  /** @type {Card} */
  const card = { behaviour: 'ok', last4: '3155' };
  (isApproved ? succeed : fail)(state, intent, card, then);
};

/** @param {State} state @param {PaymentIntent} intent */
export const cancelIntent = (state, intent) => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = state.now();
  state.emit('payment_intent.canceled', intent);
};
