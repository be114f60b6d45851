/** Signals that wait for the join, the oldest first (pure). */

import { maxQueuedSignals } from '../support/constants.js';
import type { Signal } from './messages.js';

export interface QueuedSignal {
  signal: Signal;
  to: string;
}

/**
 * A description replaces what waits for the same peer: earlier ones, and the candidates found for them. An ICE restart
 * every eight seconds, repeated every three, would otherwise arrive as a burst, of which only the last one counts. A
 * repetition changes nothing. When too many wait, the oldest are dropped.
 */
export const queueSignal = (
  queued: readonly QueuedSignal[],
  next: QueuedSignal,
): readonly QueuedSignal[] => {
  const isForPeer = ({ to }: QueuedSignal): boolean => to === next.to;
  const isQueued = ({ signal }: QueuedSignal): boolean => signal.payload === next.signal.payload;
  if (queued.some((each) => isForPeer(each) && isQueued(each))) return queued;
  const isCandidate = next.signal.type === 'ice-candidate';
  const kept = isCandidate ? queued : queued.filter((each) => !isForPeer(each));
  return [...kept, next].slice(-maxQueuedSignals);
};
