/**
 * What is reported of the delivery to one recipient (pure): docs/adr/0014 and 0022.
 *
 *     sending ─▶ sent ─▶ counted ── another copy ─▶ sending
 *        ├──────────────────┘
 *        ├─▶ failed
 *        └─▶ elsewhere             any ── another delivery ─▶ sending
 *
 * Each step to `counted` or `failed` makes a report.
 */

import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import type { DeliverySet } from '../delivery-set.js';

type Outcome = ReportDeliveryRequest['outcome'];

interface Common {
  /** From `receiver-ready`; random until a recipient has sent one. */
  id: string;
  isNamed: boolean;
  /** Random, once a connection began at the first byte: this is a copy of the file, not the rest of one. */
  copyId: string | null;
}

export type Delivery =
  | ({ state: 'sending' } & Common)
  /** Every byte has left the send queue, over all connections: the recipient may have the file, whatever it says. */
  | ({ state: 'sent' } & Common)
  /** Reported with every byte of the file, under the ID `countedAs`. */
  | ({ state: 'counted'; isVerified: boolean; countedAs: string } & Common)
  | ({ state: 'failed' } & Common)
  /** Another recipient makes the report. */
  | ({ state: 'elsewhere' } & Common);

export type DeliveryInput =
  /** The recipient names its delivery; a name that differs from the last one begins another delivery. */
  | { type: 'named'; id: string }
  /** A connection begins at the first byte of a file that has one. */
  | { type: 'copy-started'; copyId: string }
  | { type: 'all-sent' }
  /** The recipient has confirmed nothing in time. */
  | { type: 'unconfirmed' }
  | { type: 'completed'; isVerified: boolean }
  | { type: 'failed'; reason: string }
  /** The recipient has returned under another peer id, so that this delivery goes on. */
  | { type: 'returned' }
  /** The user has ended this delivery on an earlier connection, which reported it. */
  | { type: 'ended-before' };

export interface Report {
  /** Of the delivery. */
  id: string;
  /** Another ID for a further copy. */
  reportedAs: string;
  outcome: Outcome;
  reason: string | null;
}

type Step = readonly [Delivery, Report | null];
type Counted = Pick<DeliverySet, 'has'>;

export const initialDelivery = (id: string): Delivery => ({
  state: 'sending',
  id,
  isNamed: false,
  copyId: null,
});

/** Every byte may have arrived. */
export const isSent = ({ state }: Delivery): boolean => state === 'sent' || state === 'counted';

const commonOf = ({ id, isNamed, copyId }: Delivery): Common => ({ id, isNamed, copyId });

/** The recipient chooses its ID, and reports of one ID count once: a further copy is a delivery of its own. */
const idToCount = ({ id, copyId }: Delivery, counted: Counted): string =>
  copyId !== null && counted.has(id) ? copyId : id;

const count = (
  delivery: Delivery,
  outcome: 'verified' | 'unverified',
  counted: Counted,
  reason: string | null = null,
): Step => {
  const isVerified = outcome === 'verified';
  const countAs = (countedAs: string): Step => [
    { ...commonOf(delivery), state: 'counted', isVerified, countedAs },
    { id: delivery.id, reportedAs: countedAs, outcome, reason },
  ];
  switch (delivery.state) {
    case 'sending':
    case 'sent':
      return countAs(idToCount(delivery, counted));
    case 'counted':
      // It is verified after all.
      return isVerified && !delivery.isVerified ? countAs(delivery.countedAs) : [delivery, null];
    case 'failed':
    case 'elsewhere':
      return [delivery, null];
  }
};

const onFailed = (delivery: Delivery, reason: string, counted: Counted): Step => {
  if (delivery.state !== 'sending') return count(delivery, 'unverified', counted, reason);
  const { id } = delivery;
  return [
    { ...commonOf(delivery), state: 'failed' },
    { id, reportedAs: id, outcome: 'failed', reason },
  ];
};

const onNamed = (delivery: Delivery, id: string, counted: Counted): Step => {
  if (id === delivery.id) return [delivery, null];
  if (!delivery.isNamed) return [{ ...delivery, id, isNamed: true }, null];
  const [, report] = delivery.state === 'sent' ? count(delivery, 'unverified', counted) : [];
  return [{ ...initialDelivery(id), isNamed: true }, report ?? null];
};

/** Until a copy is counted, what is sent again replaces what was lost with the connection. */
const onCopyStarted = (delivery: Delivery, copyId: string): Delivery =>
  delivery.state === 'counted'
    ? { ...commonOf(delivery), state: 'sending', copyId }
    : { ...delivery, copyId };

/** @param counted IDs of all recipients that were reported with every byte of the file. */
export const next = (delivery: Delivery, input: DeliveryInput, counted: Counted): Step => {
  const isSending = delivery.state === 'sending';
  switch (input.type) {
    case 'named':
      return onNamed(delivery, input.id, counted);
    case 'copy-started':
      return [onCopyStarted(delivery, input.copyId), null];
    case 'all-sent':
      return [isSending ? { ...delivery, state: 'sent' } : delivery, null];
    case 'unconfirmed':
      return count(delivery, 'unverified', counted);
    case 'completed':
      return count(delivery, input.isVerified ? 'verified' : 'unverified', counted);
    case 'failed':
      return onFailed(delivery, input.reason, counted);
    case 'returned':
      return [isSending ? { ...delivery, state: 'elsewhere' } : delivery, null];
    case 'ended-before':
      return [{ ...commonOf(delivery), state: 'elsewhere' }, null];
  }
};
