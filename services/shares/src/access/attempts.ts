import { networkKey, yieldPlaceWhile } from '@tandem/kit';
import { createRefunds } from './refunds.js';
import { throttleKey, type Throttle } from './throttle.store.js';
import { createWaitingRooms } from './waiting-rooms.js';

/**
 * Slows password guessing without locking anyone out: each network may make some attempts an hour at a share without
 * waiting. Further ones wait for a slot, one per `paceMs`, and are compared then, so a correct password is accepted
 * later rather than refused. Attempts at other shares, existing or not, do not use up the allowance.
 */
export interface Attempts {
  enter(shareId: string, ipAddress: string): Promise<AttemptOutcome>;
  /** The password was correct. */
  refund(shareId: string, ipAddress: string): void;
  /** Stores the refunds. */
  flush(): Promise<void>;
}

export type AttemptOutcome =
  /** Within the allowance. */
  | 'counted'
  /** Beyond the allowance, after waiting for a slot. */
  | 'late'
  | 'refused';

/** Below the deadline of a call, so that a late answer reaches the caller. */
const maxWaitMs = 3_000;
const placesPerRoom = 128;
const places = 4_096;

export const createAttempts = (
  throttle: Throttle,
  options: { paceMs: number; onFailure: (error: unknown) => void },
): Attempts => {
  const { paceMs, onFailure } = options;
  const refunds = createRefunds(throttle, onFailure);
  const admitOne = async (key: string): Promise<AttemptOutcome | null> => {
    if (refunds.take(key)) return 'counted';
    if (await throttle.spend(key)) return 'counted';
    return (await throttle.takeSlot(key)) ? 'late' : null;
  };
  const rooms = createWaitingRooms({
    admitOne,
    tickMs: paceMs,
    maxWaitMs,
    placesPerRoom,
    places,
  });

  return {
    enter: async (shareId, ipAddress) => {
      const key = throttleKey(shareId, ipAddress);
      // Waiting attempts have precedence. This also keeps the attempts of a flood away from the database.
      if (!rooms.isOpen(key) && (await throttle.spend(key))) return 'counted';
      const waiting = () => rooms.wait(key, networkKey(ipAddress));
      return (await yieldPlaceWhile(waiting)) ?? 'refused';
    },
    refund: (shareId, ipAddress) => {
      const key = throttleKey(shareId, ipAddress);
      refunds.add(key);
      rooms.wake(key);
    },
    flush: () => refunds.flush(),
  };
};
