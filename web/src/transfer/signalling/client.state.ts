/**
 * The signalling client (pure): whether it has a socket, which attempt that is, and why the server refused it last.
 *
 *     idle ─▶ connecting ─▶ joined
 *               ▲  │ lost     │ lost, drained
 *               │  ▼          ▼
 *              waiting ◀──────┘        after the last attempt: `exhausted` instead of `waiting`
 *
 * `connect` leads from everywhere to `connecting`, except from `ended`, which is final.
 */

import { engineError, type EngineError } from '../support/failures.js';
import type { Refusal } from './close-codes.js';
import { canReconnect } from './reconnect-policy.js';

/** `attempt` counts reconnects since the last join; `refusal` is the last error frame of this socket. */
export type ClientState =
  | { phase: 'idle' }
  | { phase: 'connecting'; attempt: number; refusal: Refusal | null }
  /** `isProbing`: a ping must be answered soon, or the socket is dead. */
  | { phase: 'joined'; refusal: Refusal | null; isProbing: boolean }
  | { phase: 'waiting'; attempt: number }
  | { phase: 'exhausted'; error: EngineError }
  | { phase: 'ended' };

export type ClientInput =
  | { type: 'connect' }
  | { type: 'joined' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'probe' }
  /** Any frame proves that the socket works. */
  | { type: 'frame' }
  | { type: 'lost' }
  /** The server restarts, which counts as no attempt. */
  | { type: 'drained' }
  | { type: 'end' };

export const initialClient: ClientState = { phase: 'idle' };

const attemptOf = (state: ClientState): number => ('attempt' in state ? state.attempt : 0);

export const refusalOf = (state: ClientState): Refusal | null =>
  'refusal' in state ? state.refusal : null;

export const isProbing = (state: ClientState): boolean =>
  state.phase === 'joined' && state.isProbing;

const onLost = (state: ClientState): ClientState => {
  const attempt = attemptOf(state) + 1;
  if (canReconnect(attempt)) return { phase: 'waiting', attempt };
  // A reason from the server (room full, too many attempts) is more specific than the general advice.
  return { phase: 'exhausted', error: refusalOf(state)?.error ?? engineError('max-retries') };
};

export const nextClient = (state: ClientState, input: ClientInput): ClientState => {
  if (state.phase === 'ended') return state;
  switch (input.type) {
    case 'connect':
      return { phase: 'connecting', attempt: attemptOf(state), refusal: null };
    case 'joined':
      return { phase: 'joined', refusal: refusalOf(state), isProbing: false };
    case 'refused':
      return 'refusal' in state ? { ...state, refusal: input.refusal } : state;
    case 'probe':
      return state.phase === 'joined' ? { ...state, isProbing: true } : state;
    case 'frame':
      return state.phase === 'joined' ? { ...state, isProbing: false } : state;
    case 'lost':
      return onLost(state);
    case 'drained':
      return { phase: 'waiting', attempt: attemptOf(state) };
    case 'end':
      return { phase: 'ended' };
  }
};
