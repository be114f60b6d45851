/**
 * One recipient as the sender sees it (pure).
 *
 *     connecting ─▶ waiting ─▶ sending ⇄ paused ─▶ completed
 *         ▲            │          │
 *         └─ retrying ◀┴──────────┘      any ─▶ error
 */
import { maxReconnects } from '../../support/constants.js';
import { isBeyondRetry, type EngineError } from '../../support/failures.js';

export type RecipientState =
  | 'connecting'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'completed'
  | 'retrying'
  | 'error';

type Active = 'waiting' | 'sending' | 'paused';

export type RecipientMachine =
  | { state: 'connecting'; attempt: number }
  | { state: Active; attempt: number }
  /** The channel exists, its path is interrupted and ICE is being restarted. */
  | { state: 'retrying'; attempt: number; cause: 'path'; back: Active }
  /** A new peer connection is being made. */
  | { state: 'retrying'; attempt: number; cause: 'connection' }
  | { state: 'completed'; isVerified: boolean }
  | { state: 'error'; error: EngineError };

export type RecipientInput =
  | { type: 'channel-open' }
  | { type: 'started' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'path'; isUp: boolean }
  /** The recipient acknowledged bytes, which resets the attempts. */
  | { type: 'progressed' }
  /** The connection is lost; `error` is the reason to show when the attempts are used up. */
  | { type: 'lost'; error: EngineError }
  | { type: 'completed'; isVerified: boolean }
  | { type: 'failed'; error: EngineError };

export const initialRecipient: RecipientMachine = { state: 'connecting', attempt: 0 };

type Finished = Extract<RecipientMachine, { state: 'completed' | 'error' }>;
type Running = Exclude<RecipientMachine, Finished>;

export const isFinished = (machine: RecipientMachine): machine is Finished =>
  machine.state === 'completed' || machine.state === 'error';

const onLost = ({ attempt }: Running, error: EngineError): RecipientMachine =>
  attempt >= maxReconnects || isBeyondRetry(error)
    ? { state: 'error', error }
    : { state: 'retrying', attempt: attempt + 1, cause: 'connection' };

const onPath = (machine: Running, isUp: boolean): RecipientMachine => {
  if (machine.state === 'connecting') return machine;
  if (machine.state === 'retrying')
    return machine.cause === 'path' && isUp
      ? { state: machine.back, attempt: machine.attempt }
      : machine;
  return isUp
    ? machine
    : { state: 'retrying', attempt: machine.attempt, cause: 'path', back: machine.state };
};

/** While the path is interrupted, `target` becomes the state to return to. */
const moveTo = (machine: Running, target: Active): RecipientMachine => {
  if (machine.state === 'retrying' && machine.cause === 'path') return { ...machine, back: target };
  return { state: target, attempt: machine.attempt };
};

export const next = (machine: RecipientMachine, input: RecipientInput): RecipientMachine => {
  if (isFinished(machine)) return machine;
  switch (input.type) {
    case 'channel-open':
      return { state: 'waiting', attempt: machine.attempt };
    case 'started':
      return moveTo(machine, 'sending');
    case 'paused':
      return moveTo(machine, input.isPaused ? 'paused' : 'sending');
    case 'path':
      return onPath(machine, input.isUp);
    case 'progressed':
      return machine.state === 'sending' && machine.attempt > 0
        ? { ...machine, attempt: 0 }
        : machine;
    case 'lost':
      return onLost(machine, input.error);
    case 'completed':
      return { state: 'completed', isVerified: input.isVerified };
    case 'failed':
      return { state: 'error', error: input.error };
  }
};

/** Attempts as shown; an interrupted path counts as the first. */
export const shownAttempt = (machine: RecipientMachine): number =>
  machine.state === 'retrying' ? Math.max(1, machine.attempt) : 0;
