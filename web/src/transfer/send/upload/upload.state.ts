/**
 * Which protocol version an upload uses, and when it may start (pure).
 *
 *     unanswered ─ no answer ─▶ v1 ─ receiver-ready ─▶ v2
 *         ├────── receiver-ready ─────────────────────▶┘
 *         └─▶ held, while the user's approval is due       ─ approved ─▶ v1, v2
 *
 * An answer that names a delivery which the user has ended leads to `ended`.
 */

import type { ReceiverReady } from '../../wire/control-messages.js';
import type { DeliverySet } from '../delivery-set.js';

export type Negotiation =
  | { state: 'unanswered'; isApprovalDue: boolean }
  /** Starts after the approval, in version 1 while the receiver has not answered. */
  | { state: 'held'; ready: ReceiverReady | null }
  | { state: 'v1' }
  | { state: 'v2'; ready: ReceiverReady }
  | { state: 'ended' };

export type NegotiationInput =
  /** The receiver has not answered the announcement in time. */
  | { type: 'no-answer' }
  | { type: 'ready'; ready: ReceiverReady }
  /** The user allows this recipient. */
  | { type: 'approved' };

/** Deliveries that the user has ended, and those that start although the user is to be asked. */
export interface Decided {
  ended?: Pick<DeliverySet, 'has'>;
  approved?: Pick<DeliverySet, 'has'>;
}

export const initialNegotiation = (isApprovalDue: boolean): Negotiation => ({
  state: 'unanswered',
  isApprovalDue,
});

/** The receiver has answered, so it handles messages of version 2. */
export const readyOf = (negotiation: Negotiation): ReceiverReady | null =>
  negotiation.state === 'held' || negotiation.state === 'v2' ? negotiation.ready : null;

const isIn = (deliveries: Decided['ended'], { deliveryId }: ReceiverReady): boolean =>
  deliveryId !== undefined && deliveries?.has(deliveryId) === true;

const startV2 = (ready: ReceiverReady, { ended }: Decided): Negotiation =>
  isIn(ended, ready) ? { state: 'ended' } : { state: 'v2', ready };

const onReady = (negotiation: Negotiation, ready: ReceiverReady, decided: Decided): Negotiation => {
  const { state } = negotiation;
  if (state === 'ended' || readyOf(negotiation) !== null) return negotiation;
  const isDue = state === 'held' || (state === 'unanswered' && negotiation.isApprovalDue);
  const isHeld = isDue && !isIn(decided.approved, ready) && !isIn(decided.ended, ready);
  return isHeld ? { state: 'held', ready } : startV2(ready, decided);
};

const onApproved = (negotiation: Negotiation, decided: Decided): Negotiation => {
  switch (negotiation.state) {
    case 'unanswered':
      return { ...negotiation, isApprovalDue: false };
    case 'held':
      return negotiation.ready === null ? { state: 'v1' } : startV2(negotiation.ready, decided);
    case 'v1':
    case 'v2':
    case 'ended':
      return negotiation;
  }
};

/** @returns the same object when nothing begins. */
export const next = (
  negotiation: Negotiation,
  input: NegotiationInput,
  decided: Decided,
): Negotiation => {
  switch (input.type) {
    case 'no-answer':
      if (negotiation.state !== 'unanswered') return negotiation;
      return negotiation.isApprovalDue ? { state: 'held', ready: null } : { state: 'v1' };
    case 'ready':
      return onReady(negotiation, input.ready, decided);
    case 'approved':
      return onApproved(negotiation, decided);
  }
};
