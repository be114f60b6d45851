import { coarseNetwork, networkKey, setAsideWhile } from '@tandem/kit';
import type { Throttle } from './throttle.store.js';
import { createGivenBack } from './given-back.js';
import { createWaitingRooms } from './waiting-rooms.js';

/**
 * Slows password guessing without locking anyone out: each network may make some attempts an hour at a share without
 * waiting. Further ones wait for a turn, one per `paceMs`, and are compared then, so that a correct password is accepted
 * late. Attempts at another share, real or not, cost nothing here.
 */
export interface Attempts {
  enter(shareId: string, ipAddress: string): Promise<Entry>;
  /** The password was correct. */
  giveBack(shareId: string, ipAddress: string): void;
  /** Returns to the counters what was given back. */
  flush(): Promise<void>;
}

export type Entry =
  /** Within the allowance. */
  | 'counted'
  /** Beyond the allowance, after waiting for a turn. */
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
  const givenBack = createGivenBack(throttle, onFailure);
  const admitOne = async (key: string): Promise<Entry | null> => {
    const [shareId = '', network = ''] = key.split(' ');
    if (givenBack.take(key)) return 'counted';
    if (await throttle.spend(shareId, network)) return 'counted';
    return (await throttle.takeTurn(shareId, network)) ? 'late' : null;
  };
  const rooms = createWaitingRooms({
    admitOne,
    ...{ tickMs: paceMs, maxWaitMs, placesPerRoom, places },
  });

  return {
    enter: async (shareId, ipAddress) => {
      const network = coarseNetwork(ipAddress);
      const key = `${shareId} ${network}`;
      // Those who wait come first; it also spares the database the attempts of a flood.
      if (!rooms.isOpen(key) && (await throttle.spend(shareId, network))) return 'counted';
      const waiting = () => rooms.wait(key, networkKey(ipAddress));
      return (await setAsideWhile(waiting)) ?? 'refused';
    },
    giveBack: (shareId, ipAddress) => {
      const key = `${shareId} ${coarseNetwork(ipAddress)}`;
      givenBack.add(key);
      rooms.wake(key);
    },
    flush: () => givenBack.flush(),
  };
};
