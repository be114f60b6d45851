/** The events between two snapshots of one session; pages turn them into notifications. */

import type {
  EngineError,
  PeerDetails,
  ReceiverSnapshot,
  ReceiverState,
  RecipientState,
  RecipientStatus,
  SenderSnapshot,
  SenderState,
  TransferStats,
} from './api.js';
import { isEndOfRecipientByShare } from './signalling/close-codes.js';

export type SessionEvent =
  | { type: 'reconnecting'; attempt: number; maxAttempts: number }
  /** The sender joined the room and waits for recipients. */
  | { type: 'ready' }
  /** A recipient joined the sender's room. */
  | { type: 'recipient-joined' }
  /** Bytes may flow: the data channel to the other side is open, and no approval is needed, or it has been given. */
  | { type: 'channel-open' }
  /** The sender's user has to decide about a recipient; nothing is sent to it before. `number` counts from 1. */
  | { type: 'question'; about: 'approval' | 'proof'; person: PeerDetails | null; number: number }
  /** The whole file reached its recipient. */
  | { type: 'delivered' }
  /** `transfer` when the file had started to move, `connection` before. */
  | { type: 'failed'; cause: 'connection' | 'transfer'; error: EngineError | null };

interface Progress {
  state: SenderState | ReceiverState | RecipientState;
  stats: TransferStats;
}

const moving: readonly Progress['state'][] = ['sending', 'receiving', 'paused', 'saving'];

const failed = (before: Progress | null | undefined, error: EngineError | null): SessionEvent => {
  const hasStarted =
    before != null && (moving.includes(before.state) || before.stats.bytesTransferred > 0);
  return { type: 'failed', cause: hasStarted ? 'transfer' : 'connection', error };
};

type Attempts = Pick<SenderSnapshot | ReceiverSnapshot, 'state' | 'attempt' | 'maxAttempts'>;

/** An interrupted path has no attempt number yet; it is shown as the first. */
const shownAttempt = (snapshot: Attempts | null): number =>
  snapshot?.state === 'retrying' ? Math.max(1, snapshot.attempt) : 0;

const reconnecting = (before: Attempts | null, after: Attempts): SessionEvent[] => {
  const attempt = shownAttempt(after);
  if (attempt === 0 || attempt === shownAttempt(before)) return [];
  return [{ type: 'reconnecting', attempt, maxAttempts: after.maxAttempts }];
};

/** The user has ended it. */
const ownChoices: readonly string[] = ['declined-here', 'ended-here'];

/** A failure not worth reporting: the user chose it, or the share has ended after a delivery and this one got nothing. */
const isExpected = ({ error, stats }: RecipientStatus, all: readonly RecipientStatus[]): boolean =>
  error !== null &&
  (ownChoices.includes(error.code) ||
    (isEndOfRecipientByShare(error) &&
      stats.bytesTransferred === 0 &&
      all.some(({ state }) => state === 'completed')));

const openStates: readonly RecipientState[] = ['waiting', 'sending', 'paused', 'completed'];

/** Its channel is open, and no answer of the user is missing. */
const isOpen = (recipient: RecipientStatus | undefined): boolean =>
  recipient !== undefined &&
  openStates.includes(recipient.state) &&
  recipient.approval !== 'pending' &&
  recipient.approval !== 'asking';

const questions = (
  before: RecipientStatus | undefined,
  after: RecipientStatus,
  number: number,
): SessionEvent[] =>
  (['proof', 'approval'] as const)
    .filter((about) => after[about] === 'asking' && before?.[about] !== 'asking')
    .map((about) => ({ type: 'question', about, person: after.person, number }));

const stateEvents = (
  before: RecipientStatus | undefined,
  after: RecipientStatus,
): SessionEvent[] => {
  const hasChanged = before?.state !== after.state;
  switch (after.state) {
    case 'error':
      return hasChanged ? [failed(before, after.error)] : [];
    case 'completed':
      return hasChanged ? [{ type: 'delivered' }] : [];
    case 'waiting':
    case 'sending':
    case 'paused':
      return isOpen(after) && !isOpen(before) ? [{ type: 'channel-open' }] : [];
    case 'connecting':
    case 'retrying':
      return before === undefined ? [{ type: 'recipient-joined' }] : [];
  }
};

const recipientEvents = (
  before: RecipientStatus | undefined,
  after: RecipientStatus,
  number: number,
): SessionEvent[] => [...stateEvents(before, after), ...questions(before, after, number)];

/** Oldest first. */
export const senderEvents = (
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): readonly SessionEvent[] => {
  const known = new Map(before?.recipients.map((recipient) => [recipient.peerId, recipient]));
  const ofRecipients = after.recipients.flatMap((recipient, index) =>
    isExpected(recipient, after.recipients)
      ? []
      : recipientEvents(known.get(recipient.peerId), recipient, index + 1),
  );
  const isReady = before?.state === 'connecting' && after.state === 'waiting';
  // A session fails together with its last recipient: that is one event.
  const hasFailed =
    after.state === 'error' &&
    before?.state !== 'error' &&
    ofRecipients.every(({ type }) => type !== 'failed');
  return [
    ...reconnecting(before, after),
    ...(isReady ? [{ type: 'ready' } as const] : []),
    ...(hasFailed ? [failed(before, after.error)] : []),
    ...ofRecipients,
  ];
};

/** Oldest first. */
export const receiverEvents = (
  before: ReceiverSnapshot | null,
  after: ReceiverSnapshot,
): readonly SessionEvent[] => {
  if (after.state === 'retrying') return reconnecting(before, after);
  if (before?.state === after.state) return [];
  switch (after.state) {
    case 'waiting':
      return [{ type: 'channel-open' }];
    case 'completed':
      return [{ type: 'delivered' }];
    case 'error':
      return [failed(before, after.error)];
    default:
      return [];
  }
};
