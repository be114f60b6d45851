import fc from 'fast-check';
import { baselineWindowMs, observeDuration, type Baseline } from './baseline.js';
import { createConcurrencyLimit, nextLimit, type ConcurrencyLimit } from './concurrency-limit.js';

const options = { toleratedDelayMs: 100, initial: 100, min: 16, max: 2_000 };

interface Load {
  /** Arrival rate as a multiple of the server's capacity. */
  factor: number;
  serviceMs: number;
  seconds: number;
}

const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
};

/** A server with one queue, in virtual time; arrivals are a Poisson process. */
const createServer = (limit: ConcurrencyLimit, seed: number) => {
  const random = createRandom(seed);
  let nowMs = 1;
  let idleAtMs = 0;
  const ends: { atMs: number; durationMs: number }[] = [];
  const endUntil = (untilMs: number) => {
    while (ends[0] && ends[0].atMs <= untilMs) {
      const { atMs, durationMs } = ends.shift() ?? { atMs: 0, durationMs: 0 };
      limit.end(atMs, { kind: 'call', durationMs });
    }
  };
  return ({ factor, serviceMs, seconds }: Load) => {
    const result = { done: 0, refused: 0, delays: [] as number[] };
    const endMs = nowMs + seconds * 1_000;
    for (;;) {
      nowMs += (-Math.log(1 - random()) * serviceMs) / factor;
      if (nowMs > endMs) break;
      endUntil(nowMs);
      if (limit.tryBegin('normal', nowMs)) {
        idleAtMs = Math.max(nowMs, idleAtMs) + serviceMs;
        ends.push({ atMs: idleAtMs, durationMs: idleAtMs - nowMs });
        result.done += 1;
        result.delays.push(idleAtMs - nowMs - serviceMs);
      } else {
        result.refused += 1;
      }
    }
    result.delays.sort((a, b) => a - b);
    return {
      ...result,
      /** Fraction of the server's capacity. */
      goodput: (result.done * serviceMs) / (seconds * 1_000),
      p99Ms: result.delays[Math.floor(result.delays.length * 0.99)] ?? 0,
    };
  };
};

const serviceTimes = fc.double({ min: 0.5, max: 20, noNaN: true });
const seeds = fc.integer();

describe('the limit on calls in progress', () => {
  it('keeps goodput and bounds the delay at any overload', () => {
    const factors = fc.double({ min: 1.2, max: 10, noNaN: true });
    fc.assert(
      fc.property(serviceTimes, factors, seeds, (serviceMs, factor, seed) => {
        const serve = createServer(createConcurrencyLimit(options), seed);
        serve({ factor: 0.3, serviceMs, seconds: 2 });
        serve({ factor, serviceMs, seconds: 5 });
        const { goodput, p99Ms } = serve({ factor, serviceMs, seconds: 5 });
        expect(goodput).toBeGreaterThan(0.95);
        expect(p99Ms).toBeLessThan(400);
      }),
      { numRuns: 10 },
    );
  });

  it('refuses nothing below the capacity', () => {
    fc.assert(
      fc.property(serviceTimes, seeds, (serviceMs, seed) => {
        const serve = createServer(createConcurrencyLimit(options), seed);
        expect(serve({ factor: 0.7, serviceMs, seconds: 8 }).refused).toBe(0);
      }),
      { numRuns: 10 },
    );
  });

  it('follows a server that becomes slower, and does not take its queue for the normal duration', () => {
    const limit = createConcurrencyLimit(options);
    const serve = createServer(limit, 1);
    serve({ factor: 0.5, serviceMs: 2, seconds: 5 });
    serve({ factor: 2, serviceMs: 2, seconds: 20 });
    const before = limit.limit;
    expect(serve({ factor: 4, serviceMs: 2, seconds: 300 }).p99Ms).toBeLessThan(300);
    expect(limit.limit).toBeLessThan(before * 1.5);
    serve({ factor: 2, serviceMs: 4, seconds: 20 });
    expect(limit.limit).toBeLessThan(before * 0.75);
    expect(serve({ factor: 2, serviceMs: 4, seconds: 20 }).p99Ms).toBeLessThan(300);
  });

  it('stays between its bounds, grows with demand only and shrinks by a bounded step', () => {
    const windows = fc.array(
      fc.record({ delayMs: fc.double({ min: 0, max: 60_000, noNaN: true }), peak: fc.nat(5_000) }),
    );
    fc.assert(
      fc.property(windows, (measured) => {
        let limit: number = options.initial;
        for (const one of measured) {
          const next = nextLimit(limit, one, options);
          expect(next).toBeGreaterThanOrEqual(options.min);
          expect(next).toBeLessThanOrEqual(options.max);
          expect(next).toBeGreaterThanOrEqual(limit * 0.75);
          const hasDemand = one.peak >= limit / 2;
          if (one.delayMs <= options.toleratedDelayMs && !hasDemand) {
            if (limit >= options.initial) expect(next).toBe(limit);
            else expect(next).toBeGreaterThan(limit);
          }
          limit = next;
        }
      }),
    );
  });

  it('admits a burst as large as the first once the process has been idle after an overload', () => {
    const limit = createConcurrencyLimit(options);
    const serve = createServer(limit, 1);
    serve({ factor: 3, serviceMs: 20, seconds: 10 });
    expect(limit.limit).toBeLessThan(30);
    serve({ factor: 0.1, serviceMs: 20, seconds: 2 });
    expect(limit.limit).toBe(options.initial);
  });

  it('keeps a limit lowered by overload when there is briefly no call in progress', () => {
    const limit = createConcurrencyLimit(options);
    createServer(limit, 1)({ factor: 3, serviceMs: 20, seconds: 10 });
    const lowered = limit.limit;
    while (limit.inFlight > 0) limit.end(20_000);
    limit.tryBegin('normal', 20_050);
    expect(limit.limit).toBe(lowered);
  });

  it('refuses nothing for long when a dependency has become slower, and follows it back', () => {
    const slower = fc.double({ min: 200, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(
        slower,
        fc.double({ min: 20, max: 100, noNaN: true }),
        (durationMs, perSecond) => {
          const limit = createConcurrencyLimit(options);
          const ends: { atMs: number; durationMs: number }[] = [];
          let nowMs = 1;
          /** Calls that wait for the dependency, at the same time; returns how many are refused. */
          const call = (ms: number, seconds: number): number => {
            let refused = 0;
            for (const endMs = nowMs + seconds * 1_000; nowMs < endMs; nowMs += 1_000 / perSecond) {
              ends.sort((a, b) => a.atMs - b.atMs);
              while (ends[0] && ends[0].atMs <= nowMs) {
                const ended = ends.shift() ?? { atMs: 0, durationMs: 0 };
                limit.end(ended.atMs, { kind: 'call', durationMs: ended.durationMs });
              }
              if (limit.tryBegin('normal', nowMs)) ends.push({ atMs: nowMs + ms, durationMs: ms });
              else refused += 1;
            }
            return refused;
          };
          expect(call(5, 10)).toBe(0);
          call(durationMs, 60);
          expect(call(durationMs, 60)).toBe(0);
          expect(call(5, 10)).toBe(0);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('leaves places to calls that are more critical', () => {
    const limit = createConcurrencyLimit({ ...options, initial: 20 });
    const begun = { sheddable: 0, normal: 0, high: 0 };
    for (const criticality of ['sheddable', 'normal', 'high'] as const) {
      while (limit.tryBegin(criticality, 1)) begun[criticality] += 1;
    }
    expect(begun).toEqual({ sheddable: 16, normal: 4, high: 20 });
    expect(limit.tryBegin('sheddable', 1)).toBe(false);
  });
});

describe('the baseline of a kind of call', () => {
  it('is the shortest duration, and never rises above the floor of the limit', () => {
    const durations = fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(durations, fc.nat(baselineWindowMs), (all, stepMs) => {
        let baseline: Baseline | undefined;
        all.forEach((durationMs, index) => {
          baseline = observeDuration(baseline, durationMs, index * stepMs, false);
        });
        expect(baseline?.shortestMs).toBe(Math.min(...all));
      }),
    );
  });

  it('is the shortest in a window throughout which the limit was at its floor', () => {
    let baseline = observeDuration(undefined, 10, 0, false);
    const observe = (durationMs: number, nowMs: number, isAtFloor = true) =>
      (baseline = observeDuration(baseline, durationMs, nowMs, isAtFloor)).shortestMs;
    expect(observe(40, 1_000)).toBe(10);
    expect(observe(50, 2_900)).toBe(10);
    expect(observe(50, 3_000)).toBe(40);
    expect(observe(60, 4_000, false)).toBe(40);
    expect(observe(60, 6_000)).toBe(40);
    expect(observe(60, 7_000)).toBe(60);
    expect(observe(30, 7_100)).toBe(30);
  });
});
