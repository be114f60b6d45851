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

/** On an open channel; a pause may precede the start. */
interface Open {
  /** Reconnects since bytes were last acknowledged, or a started transfer was paused. */
  attempt: number;
  hasStarted: boolean;
}

export type RecipientMachine =
  | { state: 'connecting'; attempt: number }
  | ({ state: Active } & Open)
  /** The channel exists, its path is interrupted and ICE is being restarted. */
  | ({ state: 'retrying'; cause: 'path'; back: Active } & Open)
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

const openOf = (machine: Running): Open => ({
  attempt: machine.attempt,
  hasStarted: 'hasStarted' in machine && machine.hasStarted,
});

const onPath = (machine: Running, isUp: boolean): RecipientMachine => {
  if (machine.state === 'connecting') return machine;
  if (machine.state === 'retrying')
    return machine.cause === 'path' && isUp ? { state: machine.back, ...openOf(machine) } : machine;
  return isUp
    ? machine
    : { state: 'retrying', cause: 'path', back: machine.state, ...openOf(machine) };
};

/** While the path is interrupted, `target` becomes the state to return to. */
const moveTo = (machine: Running, target: Active): RecipientMachine => {
  if (machine.state === 'retrying' && machine.cause === 'path') return { ...machine, back: target };
  return { state: target, ...openOf(machine) };
};

/** Nothing is sent during a pause; the recipient's answer on this connection is the evidence that it works. */
const pauseStarted = (machine: Running): RecipientMachine =>
  moveTo({ ...machine, attempt: 0 }, 'paused');

const onStarted = (machine: Running): RecipientMachine => {
  const shown =
    machine.state === 'retrying' && machine.cause === 'path' ? machine.back : machine.state;
  const moved = shown === 'paused' ? pauseStarted(machine) : moveTo(machine, 'sending');
  return 'hasStarted' in moved ? { ...moved, hasStarted: true } : moved;
};

const onPaused = (machine: Running, isPaused: boolean): RecipientMachine => {
  const { hasStarted } = openOf(machine);
  if (isPaused) return hasStarted ? pauseStarted(machine) : moveTo(machine, 'paused');
  return moveTo(machine, hasStarted ? 'sending' : 'waiting');
};

export const next = (machine: RecipientMachine, input: RecipientInput): RecipientMachine => {
  if (isFinished(machine)) return machine;
  switch (input.type) {
    case 'channel-open':
      return { state: 'waiting', attempt: machine.attempt, hasStarted: false };
    case 'started':
      return onStarted(machine);
    case 'paused':
      return onPaused(machine, input.isPaused);
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
