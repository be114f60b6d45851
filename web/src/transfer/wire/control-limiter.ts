/**
 * Limits the control messages of a peer. Block digests, acknowledgements and receipts are not counted: their number
 * follows from what was sent, and one that does not fit ends the transfer.
 */
import { controlBurst, controlPerSecond } from '../support/constants.js';
import type { Clock } from '../support/env.js';
import { EngineFailure } from '../support/failures.js';
import type { ParsedControl } from './control-messages.js';

export interface ControlLimiter {
  /** @throws EngineFailure `protocol-violation` when the peer sends too many messages. */
  count(message: ParsedControl): void;
}

const uncountedTypes: ReadonlySet<ParsedControl['type']> = new Set([
  'block-ack',
  'block-digest',
  'piece-receipt',
]);

/** A token bucket. */
export const createControlLimiter = (clock: Clock): ControlLimiter => {
  let tokens = controlBurst;
  let filledMs = clock.now();
  return {
    count({ type }) {
      if (uncountedTypes.has(type)) return;
      const nowMs = clock.now();
      const earned = ((nowMs - filledMs) * controlPerSecond) / 1000;
      tokens = Math.min(controlBurst, tokens + earned) - 1;
      filledMs = nowMs;
      if (tokens < 0) throw new EngineFailure('protocol-violation');
    },
  };
};
