import { failureText } from '../../../lib/texts/failure-texts.js';
import type { EngineError, RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { emptyStats } from '../../../transfer/pure.js';

/** How the dashboard shows a transfer; `connecting` appears as waiting for the recipient. */
export type TransferView =
  | { kind: 'connecting' }
  /** A recipient is waiting for the user's decision and receives nothing until then. */
  | { kind: 'asking' }
  | { kind: 'sharing' }
  | { kind: 'completed' }
  | { kind: 'retrying'; attempt: number }
  | { kind: 'error'; message: string };

const isOver = ({ state }: Pick<RecipientStatus, 'state'>): boolean =>
  state === 'completed' || state === 'error';

/** The user has to decide whether anything is sent to this recipient. */
export const isAskedAbout = (
  recipient: Pick<RecipientStatus, 'state' | 'approval' | 'proof'>,
): boolean => !isOver(recipient) && [recipient.approval, recipient.proof].includes('asking');

export const hasQuestion = ({ state, recipients }: SenderSnapshot): boolean =>
  state !== 'error' && recipients.some(isAskedAbout);

/** What waits for the user, then the rest, each from the newest to the oldest. */
export const questionsFirst = <T>(oldestFirst: readonly T[], isAsking: (one: T) => boolean): T[] =>
  [...oldestFirst].reverse().sort((one, other) => Number(isAsking(other)) - Number(isAsking(one)));

export const transferView = (snapshot: SenderSnapshot): TransferView => {
  const { state, attempt, error } = snapshot;
  if (hasQuestion(snapshot)) return { kind: 'asking' };
  switch (state) {
    case 'idle':
    case 'connecting':
    case 'waiting':
      return { kind: 'connecting' };
    case 'sending':
      return { kind: 'sharing' };
    case 'completed':
      return { kind: 'completed' };
    case 'retrying':
      return { kind: 'retrying', attempt };
    case 'error':
      return { kind: 'error', message: failureText(error) };
  }
};

/** This tab is in the share's room, or on its way there. After an error another tab may have taken over. */
export const isServed = ({ state, error }: SenderSnapshot): boolean =>
  state !== 'error' && error === null;

/** Element that shows the transfer on the dashboard. */
export const transferId = (shareId: string): string => `sending-${shareId}`;

/** Every recipient so far has the file or has failed, also while the session is offline. */
export const isDelivered = ({ state, recipients }: SenderSnapshot): boolean =>
  state === 'completed' ||
  (recipients.some((recipient) => recipient.state === 'completed') && recipients.every(isOver));

/** True while closing the tab would interrupt a recipient. */
export const isOngoing = (snapshot: SenderSnapshot): boolean =>
  snapshot.state !== 'completed' && snapshot.state !== 'error' && !isDelivered(snapshot);

/** The share is offered and has no active recipient: the next one starts the transfer. */
export const isAwaited = (snapshot: SenderSnapshot): boolean =>
  isOngoing(snapshot) && snapshot.recipients.every(isOver);

/** The dashboard shows attempts out of three, whatever the engine's limit. */
export const shownMaxAttempts = 3;
export const shownAttempt = (attempt: number): number =>
  Math.min(Math.max(1, attempt), shownMaxAttempts);

/** The snapshot of a transfer without a session: before it is created, or if creating it failed. */
const withoutSession: SenderSnapshot = {
  state: 'connecting',
  attempt: 0,
  maxAttempts: 0,
  recipients: [],
  stats: emptyStats,
  error: null,
};
export const startingSnapshot = withoutSession;
export const failedSnapshot = (error: EngineError): SenderSnapshot => ({
  ...withoutSession,
  state: 'error',
  error,
});
