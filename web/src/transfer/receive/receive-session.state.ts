/**
 * The receiving session (pure).
 *
 *     connecting ─▶ waiting ─▶ receiving ⇄ paused ─▶ completed
 *         ▲            │           │
 *         └─ retrying ◀┴───────────┘       any but completed ─▶ error ─ retry ─▶ connecting
 *                                                                     └─ saved after all ─▶ completed
 *
 * Signalling coming or going is invisible while the data channel works; `lostSignalling` remembers a final
 * refusal, which only matters once the channel is gone too.
 */
import { maxReconnects } from '../support/constants.js';
import type { EngineError } from '../support/failures.js';

export type ReceiverState =
  'connecting' | 'waiting' | 'receiving' | 'paused' | 'completed' | 'retrying' | 'error';

type Active = 'waiting' | 'receiving' | 'paused';

interface Common {
  /** Connections made again since bytes last flowed. */
  attempt: number;
  lostSignalling: EngineError | null;
}

export type ReceiverMachine =
  | ({ state: 'connecting' } & Common)
  | ({ state: Active } & Common)
  | ({ state: 'retrying'; cause: 'path'; back: Active } & Common)
  | ({ state: 'retrying'; cause: 'link' | 'signalling' } & Common)
  | { state: 'completed'; isVerified: boolean }
  | { state: 'error'; error: EngineError };

export type ReceiverInput =
  | { type: 'joined' }
  | { type: 'channel-open' }
  | { type: 'progressed' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'path'; isUp: boolean }
  /** `error` is the reason to show when the attempts are used up. */
  | { type: 'link-lost'; error: EngineError }
  /** The sender is not in the room, and no channel to it is open: nothing to retry, wait for it. */
  | { type: 'sender-absent' }
  | { type: 'signalling-retrying'; attempt: number }
  | { type: 'signalling-failed'; error: EngineError }
  | { type: 'completed'; isVerified: boolean }
  | { type: 'failed'; error: EngineError }
  | { type: 'retry' };

export const initialReceiver: ReceiverMachine = {
  state: 'connecting',
  attempt: 0,
  lostSignalling: null,
};

const fail = (error: EngineError): ReceiverMachine => ({ state: 'error', error });

type Running = Exclude<ReceiverMachine, { state: 'completed' | 'error' }>;
const common = ({ attempt, lostSignalling }: Running): Common => ({ attempt, lostSignalling });

/** The channel exists, perhaps over an interrupted path. */
const hasChannel = (machine: Running): boolean =>
  machine.state === 'retrying' ? machine.cause === 'path' : machine.state !== 'connecting';

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

const onLinkLost = (machine: Running, error: EngineError): ReceiverMachine => {
  if (machine.lostSignalling !== null) return fail(machine.lostSignalling);
  if (machine.attempt >= maxReconnects) return fail(error);
  return { state: 'retrying', cause: 'link', attempt: machine.attempt + 1, lostSignalling: null };
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

/** A file that was still being saved when the connection was given up may turn out well. */
const onOver = (machine: ReceiverMachine, input: ReceiverInput): ReceiverMachine => {
  if (input.type === 'retry') return initialReceiver;
  if (input.type !== 'completed') return machine;
  return { state: 'completed', isVerified: input.isVerified };
};

export const next = (machine: ReceiverMachine, input: ReceiverInput): ReceiverMachine => {
  if (machine.state === 'completed') return machine;
  if (machine.state === 'error') return onOver(machine, input);
  switch (input.type) {
    case 'joined':
    case 'signalling-retrying':
    case 'signalling-failed':
      return onSignalling(machine, input);
    case 'channel-open':
      return { state: 'waiting', ...common(machine) };
    case 'progressed':
      return machine.state === 'paused' ? machine : moveTo({ ...machine, attempt: 0 }, 'receiving');
    case 'paused':
      return moveTo(machine, input.isPaused ? 'paused' : 'receiving');
    case 'path':
      return onPath(machine, input.isUp);
    case 'link-lost':
      return onLinkLost(machine, input.error);
    case 'sender-absent':
      return { state: 'connecting', attempt: 0, lostSignalling: null };
    case 'completed':
      return { state: 'completed', isVerified: input.isVerified };
    case 'failed':
      return fail(input.error);
    case 'retry':
      return machine;
  }
};

/** What the snapshot shows. The first silence of a path counts as the first attempt. */
export const view = (
  machine: ReceiverMachine,
): {
  state: ReceiverState;
  attempt: number;
  error: EngineError | null;
  isVerified: boolean;
} => ({
  state: machine.state,
  attempt: machine.state === 'retrying' ? Math.max(1, machine.attempt) : 0,
  error: machine.state === 'error' ? machine.error : null,
  isVerified: machine.state === 'completed' && machine.isVerified,
});
