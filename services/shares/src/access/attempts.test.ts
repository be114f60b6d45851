import { jest } from '@jest/globals';
import fc from 'fast-check';
import { initialState, next, type ShareLifecycle } from '../share/share.js';
import { createAttempts } from './attempts.js';
import { throttleKey, type Throttle } from './throttle.store.js';

const allowance = 20;
const paceMs = 1_000;

/** Counters without a database; `guessing.test.ts` tests those in the database. */
const memoryThrottle = (): Throttle => {
  const spent = new Map<string, number>();
  const slots = new Map<string, number>();
  const add = (key: string, points: number) => spent.set(key, (spent.get(key) ?? 0) + points);
  return {
    spend: (key) => {
      if ((spent.get(key) ?? 0) >= allowance) return Promise.resolve(false);
      add(key, 1);
      return Promise.resolve(true);
    },
    refund: (attempts) => {
      for (const { key, count } of attempts) add(key, -count);
      return Promise.resolve();
    },
    takeSlot: (key) => {
      if (Date.now() - (slots.get(key) ?? -Infinity) < paceMs) return Promise.resolve(false);
      slots.set(key, Date.now());
      return Promise.resolve(true);
    },
    isFirstOverAllowance: () => Promise.resolve(false),
    removeExpired: () => Promise.resolve(),
    createIndexes: () => Promise.resolve(),
  };
};

const onFailure = (error: unknown) => {
  throw error;
};

const limit = 10;
const windowMs = 3_600_000;
const simulatedMs = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Not `advanceTimersByTimeAsync`, which takes a real millisecond per timer. */
const advance = async (ms: number, stepMs = 50): Promise<void> => {
  for (let passed = 0; passed < ms || passed === 0; passed += stepMs) {
    jest.advanceTimersByTime(Math.min(stepMs, ms));
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  }
};

/** Compared guesses of an attacker until the share stops or the time is over, by network. */
const attack = async (guesses: readonly { atMs: number; network: number; host: number }[]) => {
  const attempts = createAttempts(memoryThrottle(), { paceMs, onFailure });
  let share: ShareLifecycle = {
    state: initialState,
    expiresAt: new Date(Date.now() + 10 * windowMs),
    epoch: 0,
  };
  const compared = new Map<number, number>();
  for (const { atMs, network, host } of guesses) {
    setTimeout(() => {
      void attempts.enter('s', `198.51.${network}.${host}`).then((entry) => {
        if (entry === 'refused' || share.state.kind !== 'active') return;
        compared.set(network, (compared.get(network) ?? 0) + 1);
        if (entry !== 'counted') return;
        const event = {
          type: 'wrong-password',
          network: String(network),
          limit,
          windowMs,
        } as const;
        const outcome = next(share, event, new Date());
        if (outcome.kind === 'changed') share = outcome.share;
      });
    }, atMs);
  }
  await advance(simulatedMs + 5_000);
  return { compared, isStopped: share.state.kind === 'stopped' };
};

/** Guesses that one network gets in the simulated time. */
const perNetwork = allowance + (simulatedMs + 5_000) / paceMs + 1;

describe('guesses of an attacker with many networks', () => {
  it('stay within the allowance and the pace per network, and within two networks in all', async () => {
    const guess = fc.record({
      atMs: fc.integer({ min: 0, max: simulatedMs }),
      network: fc.integer({ min: 1, max: 6 }),
      host: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(guess, { minLength: 50, maxLength: 300 }), async (guesses) => {
        const { compared, isStopped } = await attack(guesses);
        const counts = [...compared.values()].sort((a, b) => b - a);
        for (const count of counts) expect(count).toBeLessThanOrEqual(perNetwork);
        // Two networks count four times each; the others together twice, and the tenth failure stops the share.
        const others = counts.slice(2).reduce((sum, count) => sum + count, 0);
        if (isStopped) expect(others).toBeLessThanOrEqual(limit);
        else expect(others).toBeLessThan(limit);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
          2 * perNetwork + limit,
        );
      }),
      { numRuns: 10 },
    );
  });

  it('are compared at full pace from one network, which never stops the share', async () => {
    const guesses = Array.from({ length: 600 }, (_, index) => ({
      ...{ atMs: index * 100, network: 1, host: index % 250 },
    }));
    const { compared, isStopped } = await attack(guesses);
    expect(isStopped).toBe(false);
    expect(compared.get(1)).toBeGreaterThanOrEqual(allowance + simulatedMs / paceMs - 1);
    expect(compared.get(1)).toBeLessThanOrEqual(perNetwork);
  });
});

describe('attempts with the correct password', () => {
  it('are refunded together, and admit other attempts of the network before that', async () => {
    const throttle = memoryThrottle();
    const refund = jest.spyOn(throttle, 'refund');
    const attempts = createAttempts(throttle, { paceMs, onFailure });
    for (let each = 0; each < 2 * allowance; each += 1) {
      const entry = attempts.enter('s', '198.51.1.1');
      await advance(0);
      expect(await entry).toBe('counted');
      attempts.refund('s', '198.51.1.1');
    }
    expect(refund).not.toHaveBeenCalled();
    await advance(300);
    const key = throttleKey('s', '198.51.1.1');
    expect(refund.mock.calls).toEqual([[[{ key, count: allowance }]]]);
  });

  it('count until they are refunded', async () => {
    const throttle = memoryThrottle();
    const killed = createAttempts(throttle, { paceMs, onFailure });
    for (let each = 0; each < allowance; each += 1) {
      expect(await killed.enter('s', '198.51.1.1')).toBe('counted');
      killed.refund('s', '198.51.1.1');
    }
    const other = createAttempts(throttle, { paceMs, onFailure });
    const entry = other.enter('s', '198.51.1.1');
    await advance(100);
    expect(await entry).toBe('late');
  });
});
