/** The events between two snapshots of one session; pages turn them into notifications. */
import type {
  EngineError,
  ReceiverSnapshot,
  ReceiverState,
  RecipientState,
  RecipientStatus,
  SenderSnapshot,
  SenderState,
  TransferStats,
} from './api.js';

export type SessionEvent =
  | { type: 'reconnecting'; attempt: number; maxAttempts: number }
  /** The sender joined the room and waits for recipients. */
  | { type: 'ready' }
  /** A recipient joined the sender's room. */
  | { type: 'recipient-joined' }
  /** The data channel to the other side opened. */
  | { type: 'channel-open' }
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

const hasChannel = (state: RecipientState | undefined): boolean =>
  state === 'waiting' || state === 'sending' || state === 'paused' || state === 'completed';

const recipientEvents = (
  before: RecipientStatus | undefined,
  after: RecipientStatus,
): SessionEvent[] => {
  if (before?.state === after.state) return [];
  switch (after.state) {
    case 'error':
      return [failed(before, after.error)];
    case 'completed':
      return [{ type: 'delivered' }];
    case 'waiting':
    case 'sending':
    case 'paused':
      return hasChannel(before?.state) ? [] : [{ type: 'channel-open' }];
    case 'connecting':
    case 'retrying':
      return before === undefined ? [{ type: 'recipient-joined' }] : [];
  }
};

/** Oldest first. */
export const senderEvents = (
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): readonly SessionEvent[] => {
  const known = new Map(before?.recipients.map((recipient) => [recipient.peerId, recipient]));
  const ofRecipients = after.recipients.flatMap((recipient) =>
    recipientEvents(known.get(recipient.peerId), recipient),
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
