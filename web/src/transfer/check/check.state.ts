/**
 * A connection check before a download (pure).
 *
 *     joining ─▶ waiting ─▶ answering ─▶ up          `over` follows from everywhere
 */

import type { ConnectionType } from '@tandem/proto/browser/transfers';
import type { EngineError } from '../support/failures.js';

export type ConnectionCheck =
  | { result: 'connected'; route: ConnectionType; rttMs: number | null }
  /** No sender is online. */
  | { result: 'absent' }
  /** The sender is in the room, but its page sends nothing: its device sleeps, or it answers others first. */
  | { result: 'silent' }
  /** The sender is online, but the networks block the connection. */
  | { result: 'unreachable' }
  /** A download would end with this error as well: the server refuses this page, or the browser has no WebRTC. */
  | { result: 'refused'; error: EngineError }
  /** The server did not answer. */
  | { result: 'failed' };

export type CheckState =
  | { phase: 'joining' }
  /** In the room, without a signal of a sender. */
  | { phase: 'waiting' }
  | { phase: 'answering'; sender: string }
  /** ICE has connected once. */
  | { phase: 'up'; sender: string }
  | { phase: 'over' };

export type CheckInput =
  | { type: 'joined' }
  /** An offer, answer or candidate; the first one decides which sender is checked. */
  | { type: 'signal'; from: string }
  | { type: 'up' }
  | { type: 'end' };

export const initialCheck: CheckState = { phase: 'joining' };

/** Null before its first signal. */
export const senderOf = (state: CheckState): string | null =>
  'sender' in state ? state.sender : null;

export const nextCheck = (state: CheckState, input: CheckInput): CheckState => {
  if (state.phase === 'over') return state;
  switch (input.type) {
    case 'joined':
      return state.phase === 'joining' ? { phase: 'waiting' } : state;
    case 'signal':
      return 'sender' in state ? state : { phase: 'answering', sender: input.from };
    case 'up':
      return state.phase === 'answering' ? { phase: 'up', sender: state.sender } : state;
    case 'end':
      return { phase: 'over' };
  }
};

export const resultAtDeadline = ({ phase }: CheckState): ConnectionCheck => {
  switch (phase) {
    case 'joining':
    case 'over':
      return { result: 'failed' };
    case 'waiting':
      return { result: 'silent' };
    case 'answering':
      return { result: 'unreachable' };
    case 'up':
      return { result: 'connected', route: 'unknown', rttMs: null };
  }
};
