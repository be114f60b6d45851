import { randomBytes } from 'node:crypto';
import { cardFault, invalid } from './api/faults.js';
import { cardByMethod, cardByNumber, isWellFormed, type Card } from './cards.js';
import type { Charge, PaymentIntent } from './resources.js';
import { randomId, type State } from './state.js';

const secretBytes = 18;
const challengeAction = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect' },
};
const declinedMessage = 'Your card was declined.';

interface IntentParams {
  amount: number;
  currency: string;
  customer?: string;
  description?: string;
  metadata?: Record<string, string>;
  automatic_payment_methods?: { enabled: boolean };
}

export const createIntent = (state: State, params: IntentParams): PaymentIntent => {
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
  intent.client_secret = `${intent.id}_secret_${randomBytes(secretBytes).toString('hex')}`;
  state.emit('payment_intent.created', intent);
  return intent;
};

const createCharge = (state: State, intent: PaymentIntent, status: Charge['status']): Charge => {
  const charge = state.insert('charges', {
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? '',
    status,
    paid: false,
    refunded: false,
    disputed: false,
    failure_code: null,
    failure_message: null,
  });
  intent.latest_charge = charge.id;
  return charge;
};

const chargeCard = (state: State, intent: PaymentIntent, card: Card, isPaid: boolean): void => {
  const status = isPaid ? 'succeeded' : 'failed';
  const charge =
    card.behaviour === 'debit'
      ? state.get('charges', intent.latest_charge ?? '')
      : createCharge(state, intent, status);
  charge.status = status;
  charge.paid = isPaid;
  charge.failure_code = isPaid ? null : 'card_declined';
  charge.failure_message = isPaid ? null : declinedMessage;
  if (intent.customer) state.savedCards.set(intent.customer, card);
  state.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
};

/** Effects of a payment on invoices and subscriptions. */
export interface Consequences {
  onPaid: (intent: PaymentIntent) => void;
  onFailed: (intent: PaymentIntent) => void;
}

type Settle = (state: State, intent: PaymentIntent, card: Card, consequences: Consequences) => void;

const succeed: Settle = (state, intent, card, consequences) => {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  chargeCard(state, intent, card, true);
  state.emit('payment_intent.succeeded', intent);
  consequences.onPaid(intent);
};

const fail: Settle = (state, intent, card, consequences) => {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: declinedMessage,
  };
  chargeCard(state, intent, card, false);
  state.emit('payment_intent.payment_failed', intent);
  consequences.onFailed(intent);
};

/** The charge of a debit is created when it is submitted. */
const submitDebit = (state: State, intent: PaymentIntent): void => {
  intent.status = 'processing';
  state.emit('charge.pending', createCharge(state, intent, 'pending'));
  state.emit('payment_intent.processing', intent);
};

/** Charges a saved card without the customer: a card that requires a challenge fails. */
export const chargeOffSession: Settle = (state, intent, card, consequences) => {
  intent.payment_method = randomId('pm');
  if (card.behaviour === 'debit') {
    submitDebit(state, intent);
    return;
  }
  (card.behaviour === 'ok' ? succeed : fail)(state, intent, card, consequences);
};

export interface ConfirmParams {
  payment_method?: string;
  payment_method_data?: { card: { number: string } };
}

const cardOf = (params: ConfirmParams, intent: PaymentIntent): Card => {
  const { payment_method: method, payment_method_data: data } = params;
  if (method !== undefined) {
    const card = cardByMethod(method);
    if (!card) throw invalid(`No such PaymentMethod: '${method}'`, 'payment_method');
    return card;
  }
  if (!data) {
    throw invalid('You must provide a payment method.', 'payment_method', 'parameter_missing');
  }
  const { number } = data.card;
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

export const confirmIntent = (
  state: State,
  intent: PaymentIntent,
  params: ConfirmParams,
  consequences: Consequences,
): void => {
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
    intent.next_action = challengeAction;
    if (intent.customer) state.savedCards.set(intent.customer, card);
    state.emit('payment_intent.requires_action', intent);
    return;
  }
  if (card.behaviour === 'debit') {
    submitDebit(state, intent);
    return;
  }
  if (card.behaviour === 'ok') {
    succeed(state, intent, card, consequences);
    return;
  }
  fail(state, intent, card, consequences);
  throw cardFault(declinedMessage, 'card_declined', 'generic_decline', structuredClone(intent));
};

/** Completes a 3-D Secure challenge. */
export const answerChallenge = (
  state: State,
  intent: PaymentIntent,
  isApproved: boolean,
  consequences: Consequences,
): void => {
  if (intent.status !== 'requires_action') {
    throw invalid('There is no challenge to answer.', undefined, 'payment_intent_unexpected_state');
  }
  // Once authenticated, later charges of the card need no challenge.
  const card: Card = { behaviour: 'ok', last4: '3155' };
  (isApproved ? succeed : fail)(state, intent, card, consequences);
};

/** Ends the days in which the bank processes a debit. */
export const settleDebit = (
  state: State,
  intent: PaymentIntent,
  isPaid: boolean,
  consequences: Consequences,
): void => {
  if (intent.status !== 'processing') {
    throw invalid('There is no debit to settle.', undefined, 'payment_intent_unexpected_state');
  }
  const account: Card = { behaviour: 'debit', last4: '6789' };
  (isPaid ? succeed : fail)(state, intent, account, consequences);
};

/** A debit that is processing can be cancelled "in rare cases" only: https://docs.stripe.com/api/payment_intents/cancel */
export const cancelIntent = (state: State, intent: PaymentIntent): void => {
  if (['processing', 'succeeded', 'canceled'].includes(intent.status)) {
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
