/**
 * The sending session (pure): its state follows from the signalling socket and the recipients.
 *
 *     idle ─▶ connecting ─▶ waiting ─▶ sending ─▶ completed        a new recipient leads back to `waiting`
 *                  │  ▲        │
 *                  ▼  │        ▼
 *                retrying   error
 */

import type { TransferStats } from '../progress/progress.js';
import { isEndOfRecipientByShare, isRevocation, isShareEnd } from '../signalling/close-codes.js';
import type { EngineError, FailureCode } from '../support/failures.js';
import type { RecipientState } from './recipient/recipient.state.js';

export type SenderState =
  | 'idle'
  | 'connecting'
  | 'waiting'
  | 'sending'
  | 'completed'
  | 'retrying'
  | 'error';

export type SignallingPhase =
  | { phase: 'idle' }
  | { phase: 'connecting' }
  | { phase: 'joined' }
  | { phase: 'retrying'; attempt: number }
  | { phase: 'failed'; error: EngineError };

export interface RecipientSummary {
  state: RecipientState;
  attempt: number;
  error: EngineError | null;
  stats: Pick<TransferStats, 'bytesTransferred'>;
  isOutlivingShare: boolean;
}

export interface SenderMachine {
  signalling: SignallingPhase;
  /** It has been in the room, so that connecting is reconnecting. */
  hasJoined: boolean;
  recipients: readonly RecipientSummary[];
}

export type SenderInput =
  | { type: 'start' }
  | { type: 'joined' }
  | { type: 'signalling-retrying'; attempt: number }
  | { type: 'signalling-failed'; error: EngineError }
  | { type: 'recipients'; recipients: readonly RecipientSummary[] };

export interface SenderView {
  state: SenderState;
  attempt: number;
  /**
   * Also of a session that serves no further recipient while it is `completed`, or `sending` or `retrying` for those alone
   * that outlive the share.
   */
  error: EngineError | null;
}

export const initialSender: SenderMachine = {
  signalling: { phase: 'idle' },
  hasJoined: false,
  recipients: [],
};

export const next = (machine: SenderMachine, input: SenderInput): SenderMachine => {
  const { signalling } = machine;
  switch (input.type) {
    case 'start':
      return signalling.phase === 'idle' || signalling.phase === 'failed'
        ? { ...machine, signalling: { phase: 'connecting' } }
        : machine;
    case 'joined':
      return { ...machine, signalling: { phase: 'joined' }, hasJoined: true };
    case 'signalling-retrying':
      return signalling.phase === 'failed'
        ? machine
        : { ...machine, signalling: { phase: 'retrying', attempt: input.attempt } };
    case 'signalling-failed':
      return { ...machine, signalling: { phase: 'failed', error: input.error } };
    case 'recipients':
      return { ...machine, recipients: input.recipients };
  }
};

/** These end a single recipient; the session stays in the room and serves the next one. */
const endsOfOne: ReadonlySet<string> = new Set<FailureCode>([
  'declined-here',
  'ended-here',
  'receiver-unproven',
  'cancelled-by-peer',
]);

/** The share has ended after a delivery, and no recipient that was receiving lost anything by it. */
const hasServed = (end: EngineError, recipients: readonly RecipientSummary[]): boolean =>
  isShareEnd(end) &&
  recipients.some(({ state }) => state === 'completed') &&
  !recipients.some(
    ({ error, stats }) =>
      error !== null && isEndOfRecipientByShare(error) && stats.bytesTransferred > 0,
  );

const moving: ReadonlySet<RecipientState> = new Set(['sending', 'paused', 'retrying']);

/** Why no one else is served, although some recipients still save what they were sent before the share ended. */
const endOf = ({ signalling, recipients }: SenderMachine): EngineError | null => {
  if (signalling.phase !== 'failed') return null;
  const isServing = recipients.some((one) => moving.has(one.state) && !one.isOutlivingShare);
  return isServing ? null : signalling.error;
};

/** Recipients come first: while bytes flow, the state of the signalling socket is not shown. */
export const view = (machine: SenderMachine): SenderView => {
  const { signalling, hasJoined, recipients } = machine;
  const signallingAttempt = signalling.phase === 'retrying' ? signalling.attempt : 0;
  const attempt = Math.max(signallingAttempt, ...recipients.map((recipient) => recipient.attempt));
  const has = (...states: RecipientState[]): boolean =>
    recipients.some(({ state }) => states.includes(state));
  const as = (state: SenderState, error: EngineError | null = null): SenderView => ({
    state,
    attempt,
    error,
  });

  if (has('sending', 'paused')) return as('sending', endOf(machine));
  if (has('retrying')) return as('retrying', endOf(machine));
  // Without signalling no further recipient can join, even if others already have the file.
  if (signalling.phase === 'failed')
    return as(hasServed(signalling.error, recipients) ? 'completed' : 'error', signalling.error);
  if (signalling.phase === 'retrying') return as('retrying');
  if (signalling.phase === 'connecting' && hasJoined) return as('retrying');
  if (has('completed') && !has('connecting', 'waiting')) return as('completed');
  switch (signalling.phase) {
    case 'idle':
      return as('idle');
    case 'connecting':
      return as('connecting');
    case 'joined': {
      // The end of the share was the reason before a restart, which has joined the room again.
      const failed = recipients.find(
        ({ error }) => error !== null && !endsOfOne.has(error.code) && !isRevocation(error),
      );
      return failed !== undefined && recipients.every(({ state }) => state === 'error')
        ? as('error', failed.error)
        : as('waiting');
    }
  }
};
