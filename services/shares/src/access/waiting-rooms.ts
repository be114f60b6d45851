/**
 * Attempts beyond their network's allowance at a share wait here and are let through one by one, in random order. A
 * refusal would lock out a recipient who shares a network with an attacker, and so would a queue that the attacker fills.
 * The draw is first between the addresses of the network, then between the attempts of the address, so that an attacker
 * at another address takes at most every second slot.
 */

export interface WaitingRoomOptions<Outcome> {
  /** Lets one attempt of the key through; null if none is due. */
  admitOne: (key: string) => Promise<Outcome | null>;
  /** Pause between two calls of `admitOne`. */
  tickMs: number;
  maxWaitMs: number;
  /** Waiting attempts of a key, and of all keys: each holds an open call. */
  placesPerRoom: number;
  places: number;
  random?: () => number;
}

interface Attempt<Outcome> {
  address: string;
  settle(outcome: Outcome | null): void;
  fail(error: Error): void;
}

interface Room<Outcome> {
  waiting: Attempt<Outcome>[];
  /** Ends the pause between two ticks. */
  wake(): void;
}

export interface WaitingRooms<Outcome> {
  /** Null when the attempt found no place, lost it, or waited for `maxWaitMs`. */
  wait(key: string, address: string): Promise<Outcome | null>;
  /** Whether attempts of the key are waiting, so that a new one must wait as well. */
  isOpen(key: string): boolean;
  /** An attempt of the key was refunded. */
  wake(key: string): void;
}

const byAddress = <Outcome>(waiting: readonly Attempt<Outcome>[]): Attempt<Outcome>[][] => {
  const groups = new Map<string, Attempt<Outcome>[]>();
  for (const attempt of waiting) {
    const group = groups.get(attempt.address);
    if (group) group.push(attempt);
    else groups.set(attempt.address, [attempt]);
  }
  return [...groups.values()];
};

export const createWaitingRooms = <Outcome>(
  options: WaitingRoomOptions<Outcome>,
): WaitingRooms<Outcome> => {
  const { admitOne, tickMs, maxWaitMs, placesPerRoom, places, random = Math.random } = options;
  const rooms = new Map<string, Room<Outcome>>();
  let taken = 0;

  const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];

  const drawWinner = ({ waiting }: Room<Outcome>) => oneOf(oneOf(byAddress(waiting)) ?? []);

  /** Picks a place of an address with the most places, so that a flood displaces itself. */
  const drawLoser = ({ waiting }: Room<Outcome>) => {
    const groups = byAddress(waiting);
    const most = Math.max(...groups.map(({ length }) => length));
    return oneOf(groups.filter(({ length }) => length === most).flat());
  };

  const pause = (room: Room<Outcome>): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, tickMs);
      room.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const serve = async (key: string, room: Room<Outcome>): Promise<void> => {
    try {
      while (room.waiting.length > 0) {
        const outcome = await admitOne(key);
        if (outcome === null) await pause(room);
        else drawWinner(room)?.settle(outcome);
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error('no slot', { cause: error });
      for (const attempt of [...room.waiting]) attempt.fail(reason);
    } finally {
      rooms.delete(key);
    }
  };

  const takePlace = (room: Room<Outcome>, address: string): Promise<Outcome | null> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        room.waiting.splice(room.waiting.indexOf(attempt), 1);
        taken -= 1;
        // Close an empty room without waiting for the next tick.
        if (room.waiting.length === 0) room.wake();
      };
      const attempt: Attempt<Outcome> = {
        address,
        settle: (outcome) => {
          leave();
          resolve(outcome);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(() => attempt.settle(null), maxWaitMs);
      room.waiting.push(attempt);
      taken += 1;
      if (room.waiting.length > placesPerRoom || taken > places) drawLoser(room)?.settle(null);
    });

  return {
    wait: (key, address) => {
      const existing = rooms.get(key);
      if (existing) return takePlace(existing, address);
      if (taken >= places) return Promise.resolve(null);
      const room: Room<Outcome> = { waiting: [], wake: () => undefined };
      rooms.set(key, room);
      const outcome = takePlace(room, address);
      void serve(key, room);
      return outcome;
    },
    isOpen: (key) => rooms.has(key),
    wake: (key) => rooms.get(key)?.wake(),
  };
};
