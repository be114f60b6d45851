import { jest } from '@jest/globals';
import fc from 'fast-check';
import { createWaitingRooms, type WaitingRoomOptions } from './waiting-rooms.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Not `advanceTimersByTimeAsync`, which takes a real millisecond per timer. */
const advance = async (ms: number, stepMs = 50): Promise<void> => {
  for (let passed = 0; passed < ms || passed === 0; passed += stepMs) {
    jest.advanceTimersByTime(Math.min(stepMs, ms));
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  }
};

const tickMs = 1_000;
const maxWaitMs = 3_000;

/** One pass per key and tick. */
const paced = () => {
  const lastAt = new Map<string, number>();
  return (key: string): Promise<'pass' | null> => {
    if (Date.now() - (lastAt.get(key) ?? -Infinity) < tickMs) return Promise.resolve(null);
    lastAt.set(key, Date.now());
    return Promise.resolve('pass');
  };
};

const roomsOf = (more: Partial<WaitingRoomOptions<'pass'>> = {}) =>
  createWaitingRooms<'pass'>({
    ...{ admitOne: paced(), tickMs, maxWaitMs, placesPerRoom: 16, places: 40 },
    ...more,
  });

describe('waiting rooms', () => {
  it('admit one attempt per slot and refuse the others after the maximum wait', async () => {
    const rooms = roomsOf();
    const answers = Array.from({ length: 10 }, () => rooms.wait('k', 'a'));
    await advance(maxWaitMs);
    const passes = (await Promise.all(answers)).filter((pass) => pass !== null);
    // At 0, 1 and 2 s; the slot at 3 s comes too late.
    expect(passes).toHaveLength(3);
    expect(rooms.isOpen('k')).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('give the only attempt of an address every second slot against a flood of another', async () => {
    const rooms = roomsOf({ admitOne: paced() });
    let waited = 0;
    const rounds = 30;
    for (let round = 0; round < rounds; round += 1) {
      let pass: 'pass' | null = null;
      const flood = setInterval(() => void rooms.wait('k', 'attacker'), 50);
      await advance(500);
      while (pass === null) {
        const answer = rooms.wait('k', 'recipient');
        let isOver = false as boolean;
        void answer.then(() => (isOver = true));
        while (!isOver) {
          await advance(100);
          waited += 100;
        }
        pass = await answer;
      }
      clearInterval(flood);
    }
    // 0.5 s until the first slot, then a chance of 50 % at each.
    expect(waited / rounds).toBeGreaterThan(600);
    expect(waited / rounds).toBeLessThan(2_500);
  });

  it('displace attempts of the address with the most places when they are full', async () => {
    const rooms = roomsOf({ admitOne: () => Promise.resolve(null) });
    let isDisplaced = false;
    void rooms.wait('k', 'recipient').then(() => (isDisplaced = true));
    let refused = 0;
    for (let index = 0; index < 500; index += 1) {
      void rooms.wait('k', 'attacker').then(() => (refused += 1));
    }
    await advance(0);
    expect(refused).toBe(485);
    expect(isDisplaced).toBe(false);
    await advance(maxWaitMs);
    expect(isDisplaced).toBe(true);
  });

  it('serve waiting attempts without waiting for the tick when one is refunded', async () => {
    let free = 0;
    const rooms = roomsOf({
      admitOne: () => Promise.resolve(free > 0 && (free -= 1) >= 0 ? 'pass' : null),
    });
    const answer = rooms.wait('k', 'a');
    await advance(10);
    free = 1;
    rooms.wake('k');
    await advance(0);
    expect(await answer).toBe('pass');
  });

  it('reject all waiting attempts when the database fails, and admit attempts again afterwards', async () => {
    let isDown = true;
    const rooms = roomsOf({
      admitOne: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve('pass')),
    });
    const answers = await Promise.allSettled([rooms.wait('k', 'a'), rooms.wait('k', 'b')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await rooms.wait('k', 'a')).toBe('pass');
  });

  it('hold the limits of slots and places for any arrivals', async () => {
    const arrival = fc.record({
      atMs: fc.integer({ min: 0, max: 20_000 }),
      key: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
      address: fc.constantFrom('a', 'b', 'c'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 200 }), async (arrivals) => {
        const rooms = roomsOf();
        const passes = new Map<string, number>();
        let waiting = 0;
        let mostWaiting = 0;
        let settled = 0;
        for (const { atMs, key, address } of arrivals) {
          setTimeout(() => {
            const arrivedAt = Date.now();
            waiting += 1;
            void rooms.wait(key, address).then((pass) => {
              waiting -= 1;
              settled += 1;
              expect(Date.now() - arrivedAt).toBeLessThanOrEqual(maxWaitMs);
              if (pass) passes.set(key, (passes.get(key) ?? 0) + 1);
            });
          }, atMs);
        }
        for (let ms = 0; ms <= 20_000 + maxWaitMs; ms += 500) {
          await advance(500);
          mostWaiting = Math.max(mostWaiting, waiting);
        }
        expect(settled).toBe(arrivals.length);
        expect(mostWaiting).toBeLessThanOrEqual(40);
        for (const count of passes.values()) {
          expect(count).toBeLessThanOrEqual((20_000 + maxWaitMs) / tickMs + 1);
        }
        for (const key of ['k1', 'k2', 'k3', 'k4']) expect(rooms.isOpen(key)).toBe(false);
      }),
      { numRuns: 8 },
    );
  });
});
