/**
 * Attempts beyond their network's allowance at a share wait here and are let through one by one, in random order. A
 * refusal would lock out a recipient who shares a network with an attacker, and so would a queue that the attacker fills.
 * The draw is first between the addresses of the network, then between the attempts of the address, so that an attacker
 * at another address takes at most every second slot.
 */

export interface WaitingRoomOptions<Pass> {
  /** Lets one attempt of the key through; null if none is due. */
  admitOne: (key: string) => Promise<Pass | null>;
  /** Pause between two calls of `admitOne`. */
  tickMs: number;
  maxWaitMs: number;
  /** Waiting attempts of a key, and of all keys: each holds an open call. */
  placesPerRoom: number;
  places: number;
  random?: () => number;
}

interface Attempt<Pass> {
  address: string;
  settle(pass: Pass | null): void;
  fail(error: Error): void;
}

interface Room<Pass> {
  waiting: Attempt<Pass>[];
  /** Ends the pause between two ticks. */
  wake(): void;
}

export interface WaitingRooms<Pass> {
  /** Null when the attempt found no place, lost it, or waited for `maxWaitMs`. */
  wait(key: string, address: string): Promise<Pass | null>;
  /** Whether attempts of the key are waiting, so that a new one must wait as well. */
  isOpen(key: string): boolean;
  /** An attempt of the key was refunded. */
  wake(key: string): void;
}

const byAddress = <Pass>(waiting: readonly Attempt<Pass>[]): Attempt<Pass>[][] => {
  const groups = new Map<string, Attempt<Pass>[]>();
  for (const attempt of waiting) {
    const group = groups.get(attempt.address);
    if (group) group.push(attempt);
    else groups.set(attempt.address, [attempt]);
  }
  return [...groups.values()];
};

export const createWaitingRooms = <Pass>(options: WaitingRoomOptions<Pass>): WaitingRooms<Pass> => {
  const { admitOne, tickMs, maxWaitMs, placesPerRoom, places, random = Math.random } = options;
  const rooms = new Map<string, Room<Pass>>();
  let taken = 0;

  const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];

  const drawWinner = ({ waiting }: Room<Pass>) => oneOf(oneOf(byAddress(waiting)) ?? []);

  /** Picks a place of an address with the most places, so that a flood displaces itself. */
  const drawLoser = ({ waiting }: Room<Pass>) => {
    const groups = byAddress(waiting);
    const most = Math.max(...groups.map(({ length }) => length));
    return oneOf(groups.filter(({ length }) => length === most).flat());
  };

  const pause = (room: Room<Pass>): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, tickMs);
      room.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const serve = async (key: string, room: Room<Pass>): Promise<void> => {
    try {
      while (room.waiting.length > 0) {
        const pass = await admitOne(key);
        if (pass === null) await pause(room);
        else drawWinner(room)?.settle(pass);
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error('no slot', { cause: error });
      for (const attempt of [...room.waiting]) attempt.fail(reason);
    } finally {
      rooms.delete(key);
    }
  };

  const takePlace = (room: Room<Pass>, address: string): Promise<Pass | null> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        room.waiting.splice(room.waiting.indexOf(attempt), 1);
        taken -= 1;
        // Close an empty room without waiting for the next tick.
        if (room.waiting.length === 0) room.wake();
      };
      const attempt: Attempt<Pass> = {
        address,
        settle: (pass) => {
          leave();
          resolve(pass);
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
      const room: Room<Pass> = { waiting: [], wake: () => undefined };
      rooms.set(key, room);
      const pass = takePlace(room, address);
      void serve(key, room);
      return pass;
    },
    isOpen: (key) => rooms.has(key),
    wake: (key) => rooms.get(key)?.wake(),
  };
};
