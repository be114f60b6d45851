import { readOptions, UsageFault } from './options.js';
import { createRandom } from './random.js';
import { renderReport } from './report/page.js';
import { hasHeld, listFaults, withoutTimeGoals, type Measure, type RoundReport } from './round.js';
import { describeFailure } from './rounds/r07-rolling-restarts.js';

const ids = ['R2', 'R5'];

const round: RoundReport = {
  id: 'R2',
  title: 'Kills',
  seed: 7,
  seconds: 3,
  counts: { kills: 2 },
  measures: [{ name: 'p99', value: 4, unit: 's', atMost: 5 }],
  series: [{ name: 'time', unit: 's', points: [[0, 1]] }],
  faults: [],
};

describe('a round', () => {
  it.each<[string, Partial<RoundReport>, boolean]>([
    ['holds within its goals', {}, true],
    ['fails with a fault', { faults: ['lost'] }, false],
    [
      'fails when it misses a goal',
      { measures: [{ name: 'p99', value: 6, unit: 's', atMost: 5 }] },
      false,
    ],
    [
      'fails without a figure',
      { measures: [{ name: 'p99', value: Number.NaN, unit: 's', atMost: 5 }] },
      false,
    ],
    ['fails when nothing was tried', { counts: { kills: 0 } }, false],
  ])('%s', (_what, change, expected) => {
    expect(hasHeld({ ...round, ...change })).toBe(expected);
  });

  it('does not fail for a time on a busy machine, but for any other measure', () => {
    const late = { name: 'p99', value: 6, unit: 's', atMost: 5, isTime: true };
    const grown = { name: 'memory', value: 6, unit: '%', atMost: 5 };
    const held = (...measures: Measure[]) => hasHeld(withoutTimeGoals({ ...round, measures }));
    expect([held(late), held(late, grown)]).toEqual([true, false]);
  });

  it('lists a bounded number of faults', () => {
    const listed = listFaults(Array.from({ length: 500 }, String));
    expect(listed).toHaveLength(21);
    expect(listed.at(-1)).toBe('… and 480 more');
  });
});

describe('the report', () => {
  const page = (change: Partial<RoundReport>) =>
    renderReport({ startedAt: 'now', seed: 7, minutes: 1, rounds: [{ ...round, ...change }] });

  it('names counts, goals, faults and how to repeat the run', () => {
    const text = page({ faults: ['an event was lost'] });
    expect(text).toContain('0 of 1 rounds held');
    expect(text).toContain('an event was lost');
    expect(text).toContain('npm run chaos -- --minutes 1 --seed 7');
    expect(text).toContain('<svg');
  });

  it('shows the highest of many points', () => {
    const points = Array.from(
      { length: 100_000 },
      (_, at) => [at, at === 54_321 ? 77 : 1] as const,
    );
    const text = page({ series: [{ name: 'time', unit: 's', points }] });
    expect(text).toContain('at most 77.0');
    expect(text.match(/<circle/g)).toHaveLength(2_000);
  });

  it('refers to no other file, and shows answers of the product as text', () => {
    const text = page({ faults: ['<script src="https://elsewhere.example"></script>'] });
    expect(text).not.toMatch(/<script|(src|href)="|url\(/);
  });
});

describe('the arguments', () => {
  it('choose time, rounds and seed', () => {
    const options = readOptions(['--minutes', '2', '--only', 'r5', '--seed', '9'], ids);
    expect(options).toMatchObject({ minutes: 2, only: ['R5'], seed: 9, isBusy: false });
    expect(readOptions(['--busy'], ids)).toMatchObject({ minutes: 60, isBusy: true });
    expect(readOptions([], ids, () => 0.5)).toMatchObject({ only: ids, seed: 2 ** 31 });
    expect(readOptions(['--help'], ids)).toBeUndefined();
  });

  it.each([['--minutes', '0'], ['--minutes', 'x'], ['--only', 'R9'], ['--seed', '-1'], ['--no']])(
    'are refused when they are wrong: %s %s',
    (...args) => {
      expect(() => readOptions(args, ids)).toThrow(UsageFault);
    },
  );
});

describe('a request that failed during rolling restarts', () => {
  const restarts = [
    { process: 'shares-1', fromMs: 1_000, untilMs: 3_000 },
    { process: 'shares-2', fromMs: 3_000, untilMs: 5_000 },
  ];
  const refused = { kind: 'access', status: 503, reason: 'unavailable', ms: 40 };

  it('is reported with the restart in which it was sent', () => {
    expect(describeFailure({ ...refused, at: 3_250 }, restarts)).toBe(
      'access: 503 unavailable after 40 ms, sent 250 ms into the restart of shares-2',
    );
  });

  it('is reported with the error of its connection', () => {
    const lost = { kind: 'user', status: 0, error: 'socket hang up', ms: 3, at: 6_000 };
    expect(describeFailure(lost, restarts)).toBe(
      'user: socket hang up after 3 ms, sent between restarts',
    );
  });
});

it('repeats its choices with the same seed', () => {
  const take = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 50 }, () => random.below(1_000));
  };
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});
