/**
 * The receiving session (pure).
 *
 *     connecting ─▶ waiting ─▶ receiving ⇄ paused     any but completed ─▶ saving ─▶ completed
 *         ▲            │           │                                          │
 *         └─ retrying ◀┴───────────┘       any but completed ─▶ error ◀───────┘
 *                                                                 └─ retry ─▶ connecting
 *
 * While the other side is silent, the user may start again: `restart` leads to `connecting`.
 * `saving` needs no sender: the file is complete and the sink is being closed. Only the result of closing ends it.
 * Losing or regaining signalling changes nothing while the data channel works; `lostSignalling` keeps a final refusal,
 * which becomes the error when the channel closes too.
 */

import { maxReconnects } from '../support/constants.js';
import { isBeyondRetry, type EngineError } from '../support/failures.js';

export type ReceiverState =
  | 'connecting'
  | 'waiting'
  | 'receiving'
  | 'paused'
  | 'saving'
  | 'completed'
  | 'retrying'
  | 'error';

type Active = 'waiting' | 'receiving' | 'paused';

interface Common {
  /** Reconnects since bytes last arrived, or a pause began or was taken up again on a new connection. */
  attempt: number;
  lostSignalling: EngineError | null;
}

export type ReceiverMachine =
  | ({ state: 'connecting' } & Common)
  | ({ state: Active } & Common)
  | ({ state: 'retrying'; cause: 'path'; back: Active } & Common)
  | ({ state: 'retrying'; cause: 'connection' | 'signalling' } & Common)
  | { state: 'saving' }
  | { state: 'completed'; isVerified: boolean }
  | { state: 'error'; error: EngineError };

export type ReceiverInput =
  | { type: 'joined' }
  | { type: 'channel-open' }
  | { type: 'progressed' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'path'; isUp: boolean }
  /** `error` is shown when the attempts are used up. */
  | { type: 'connection-lost'; error: EngineError }
  /** The sender is not in the room, and no channel to it is open: nothing to retry, wait for it. */
  | { type: 'sender-absent' }
  | { type: 'signalling-retrying'; attempt: number }
  | { type: 'signalling-failed'; error: EngineError }
  /** The file is complete and the sink is being closed. */
  | { type: 'saving' }
  | { type: 'completed'; isVerified: boolean }
  /** The sink could not be closed. */
  | { type: 'save-failed'; error: EngineError }
  | { type: 'failed'; error: EngineError }
  /** Start again from an error. */
  | { type: 'retry' }
  /** Start again without a failure: the other side is silent. */
  | { type: 'restart' };

export const initialReceiver: ReceiverMachine = {
  state: 'connecting',
  attempt: 0,
  lostSignalling: null,
};

const fail = (error: EngineError): ReceiverMachine => ({ state: 'error', error });

type Running = Exclude<ReceiverMachine, { state: 'saving' | 'completed' | 'error' }>;
const common = ({ attempt, lostSignalling }: Running): Common => ({ attempt, lostSignalling });

/** The channel exists, possibly over an interrupted path. */
const hasChannel = (machine: Running): boolean =>
  machine.state === 'retrying' ? machine.cause === 'path' : machine.state !== 'connecting';

/** Also while the path is interrupted. Bytes that were sent before the pause may still arrive. */
const isPaused = (machine: Running): boolean =>
  (machine.state === 'retrying' && machine.cause === 'path' ? machine.back : machine.state) ===
  'paused';

const moveTo = (machine: Running, target: Active): ReceiverMachine => {
  if (machine.state === 'retrying' && machine.cause === 'path') return { ...machine, back: target };
  return { state: target, ...common(machine) };
};

const onPath = (machine: Running, isUp: boolean): ReceiverMachine => {
  if (machine.state === 'retrying')
    return machine.cause === 'path' && isUp ? { state: machine.back, ...common(machine) } : machine;
  if (machine.state === 'connecting' || isUp) return machine;
  return { state: 'retrying', cause: 'path', back: machine.state, ...common(machine) };
};

const onConnectionLost = (machine: Running, error: EngineError): ReceiverMachine => {
  if (machine.lostSignalling !== null) return fail(machine.lostSignalling);
  if (machine.attempt >= maxReconnects || isBeyondRetry(error)) return fail(error);
  const attempt = machine.attempt + 1;
  return { state: 'retrying', cause: 'connection', attempt, lostSignalling: null };
};

const onSignalling = (
  machine: Running,
  input: Extract<ReceiverInput, { type: 'joined' | 'signalling-retrying' | 'signalling-failed' }>,
): ReceiverMachine => {
  if (input.type === 'signalling-failed')
    return hasChannel(machine) ? { ...machine, lostSignalling: input.error } : fail(input.error);
  if (hasChannel(machine)) return machine;
  if (input.type === 'signalling-retrying')
    return { state: 'retrying', cause: 'signalling', attempt: input.attempt, lostSignalling: null };
  return machine.state === 'retrying' && machine.cause === 'signalling'
    ? { state: 'connecting', attempt: 0, lostSignalling: null }
    : machine;
};

const completed = (isVerified: boolean): ReceiverMachine => ({ state: 'completed', isVerified });

const onSaving = (machine: ReceiverMachine, input: ReceiverInput): ReceiverMachine => {
  if (input.type === 'completed') return completed(input.isVerified);
  return input.type === 'save-failed' ? fail(input.error) : machine;
};

/** The last blocks may become durable after the connection failed: the file is saved nevertheless. */
const onError = (machine: ReceiverMachine, input: ReceiverInput): ReceiverMachine => {
  if (input.type === 'retry') return initialReceiver;
  if (input.type === 'saving') return { state: 'saving' };
  return input.type === 'completed' ? completed(input.isVerified) : machine;
};

export const next = (machine: ReceiverMachine, input: ReceiverInput): ReceiverMachine => {
  if (machine.state === 'completed') return machine;
  if (machine.state === 'saving') return onSaving(machine, input);
  if (machine.state === 'error') return onError(machine, input);
  switch (input.type) {
    case 'joined':
    case 'signalling-retrying':
    case 'signalling-failed':
      return onSignalling(machine, input);
    case 'channel-open':
      return { state: 'waiting', ...common(machine) };
    case 'progressed':
      return isPaused(machine) ? machine : moveTo({ ...machine, attempt: 0 }, 'receiving');
    case 'paused':
      // Nothing is sent during a pause; an agreed pause is the evidence that the connection works.
      return input.isPaused
        ? moveTo({ ...machine, attempt: 0 }, 'paused')
        : moveTo(machine, 'receiving');
    case 'path':
      return onPath(machine, input.isUp);
    case 'connection-lost':
      return onConnectionLost(machine, input.error);
    case 'sender-absent':
      return { state: 'connecting', attempt: 0, lostSignalling: null };
    case 'saving':
      return { state: 'saving' };
    case 'completed':
      return completed(input.isVerified);
    case 'save-failed':
    case 'failed':
      return fail(input.error);
    case 'restart':
      return initialReceiver;
    case 'retry':
      return machine;
  }
};

/** Nothing is needed from the sender: the file is complete, or the session has failed. */
export const isOver = ({ state }: ReceiverMachine): boolean =>
  state === 'saving' || state === 'completed' || state === 'error';

/**
 * Whether the session waits for the other side, so that silence indicates a problem. A sender that stays in the room may
 * be unable to offer another connection; an interrupted path and lost signalling end by time limits of their own.
 */
export const expectsProgress = (machine: ReceiverMachine): boolean => {
  const { state } = machine;
  if (state === 'retrying') return machine.cause === 'connection';
  return state === 'connecting' || state === 'waiting' || state === 'receiving';
};
