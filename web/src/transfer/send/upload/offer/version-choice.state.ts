/**
 * Which protocol version an upload uses, and when it may start (pure).
 *
 *     unanswered ─ no answer ─▶ v1 ─ receiver-ready ─▶ v2
 *         ├────── receiver-ready ─────────────────────▶┘
 *         └─▶ held, while the user's approval is due       ─ approved ─▶ v1, v2
 *
 * An answer that names a delivery which the user has ended leads to `ended`.
 */

import type { ReceiverReady } from '../../../wire/control-messages.js';
import type { DeliverySet } from '../../delivery-set.js';

export type VersionChoice =
  | { state: 'unanswered'; isApprovalDue: boolean }
  /** Starts after the approval, in version 1 while the receiver has not answered. */
  | { state: 'held'; ready: ReceiverReady | null }
  | { state: 'v1' }
  | { state: 'v2'; ready: ReceiverReady }
  | { state: 'ended' };

export type VersionInput =
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

export const initialVersion = (isApprovalDue: boolean): VersionChoice => ({
  state: 'unanswered',
  isApprovalDue,
});

/** The receiver has answered, so it handles messages of version 2. */
export const readyOf = (version: VersionChoice): ReceiverReady | null =>
  version.state === 'held' || version.state === 'v2' ? version.ready : null;

/** The user has not approved the recipient yet. */
export const isApprovalDue = (version: VersionChoice): boolean =>
  version.state === 'held' || (version.state === 'unanswered' && version.isApprovalDue);

const isIn = (deliveries: Decided['ended'], { deliveryId }: ReceiverReady): boolean =>
  deliveryId !== undefined && deliveries?.has(deliveryId) === true;

const startV2 = (ready: ReceiverReady, { ended }: Decided): VersionChoice =>
  isIn(ended, ready) ? { state: 'ended' } : { state: 'v2', ready };

const onReady = (version: VersionChoice, ready: ReceiverReady, decided: Decided): VersionChoice => {
  const { state } = version;
  if (state === 'ended' || readyOf(version) !== null) return version;
  const isHeld =
    isApprovalDue(version) && !isIn(decided.approved, ready) && !isIn(decided.ended, ready);
  return isHeld ? { state: 'held', ready } : startV2(ready, decided);
};

const onApproved = (version: VersionChoice, decided: Decided): VersionChoice => {
  switch (version.state) {
    case 'unanswered':
      return { ...version, isApprovalDue: false };
    case 'held':
      return version.ready === null ? { state: 'v1' } : startV2(version.ready, decided);
    case 'v1':
    case 'v2':
    case 'ended':
      return version;
  }
};

/** @returns the same object when nothing begins. */
export const nextVersion = (
  version: VersionChoice,
  input: VersionInput,
  decided: Decided,
): VersionChoice => {
  switch (input.type) {
    case 'no-answer':
      if (version.state !== 'unanswered') return version;
      return version.isApprovalDue ? { state: 'held', ready: null } : { state: 'v1' };
    case 'ready':
      return onReady(version, input.ready, decided);
    case 'approved':
      return onApproved(version, decided);
  }
};
