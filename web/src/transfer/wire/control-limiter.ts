/**
 * Limits the control messages of a peer. Block digests, acknowledgements and receipts are not counted: their number
 * follows from what was sent, and one that does not fit ends the transfer. Nor are the first messages about each lane,
 * whose numbers are limited.
 */

import { controlBurst, controlPerSecond, signalsPerLane } from '../support/constants.js';
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

/** The connection that the message is about: 0 for the measuring one; null for any other message. */
const laneOf = (message: ParsedControl): number | null => {
  if (message.type === 'lane-signal' || message.type === 'lane-close') return message.lane;
  return message.type === 'path-signal' ? 0 : null;
};

/** A token bucket. */
export const createControlLimiter = (clock: Clock): ControlLimiter => {
  let tokens = controlBurst;
  let filledMs = clock.now();
  const signals = new Map<number, number>();

  const isAmongFirst = (lane: number): boolean => {
    const count = 1 + (signals.get(lane) ?? 0);
    signals.set(lane, count);
    return count <= signalsPerLane;
  };

  return {
    count(message) {
      if (uncountedTypes.has(message.type)) return;
      const lane = laneOf(message);
      if (lane !== null && isAmongFirst(lane)) return;
      const nowMs = clock.now();
      const earned = ((nowMs - filledMs) * controlPerSecond) / 1000;
      tokens = Math.min(controlBurst, tokens + earned) - 1;
      filledMs = nowMs;
      if (tokens < 0) throw new EngineFailure('protocol-violation');
    },
  };
};
