import {
  createCounts,
  describeFailures,
  isInevitable,
  parseLine,
  type Failure,
  type LoadLine,
} from '../load/load-counts.js';

const failure = (more: Partial<Failure> = {}): Failure => ({
  at: 1,
  kind: 'access',
  status: 503,
  ms: 2_050,
  retryAfter: '1',
  ...more,
});

describe('a line of the load', () => {
  it('is parsed', () => {
    const tick: LoadLine = { type: 'tick', at: 5, sent: 50, answered: 49, failed: 0, repeated: 0 };
    expect(parseLine(JSON.stringify(tick))).toEqual(tick);
  });

  it.each(['', 'null', '{"type":"other"}', '(node:1) ExperimentalWarning', '{'])(
    'is ignored when it is of something else: %j',
    (line) => expect(parseLine(line)).toBeUndefined(),
  );
});

describe('the counts', () => {
  it('belong to the phase in which the response arrived', () => {
    const counts = createCounts();
    counts.add({ type: 'start', at: 0 });
    counts.add({ type: 'tick', at: 1, sent: 50, answered: 48, failed: 0, repeated: 0 });
    expect(counts.take()).toEqual({ requests: 48, failures: [] });
    counts.add({ type: 'failure', ...failure() });
    counts.add({ type: 'tick', at: 2, sent: 100, answered: 99, failed: 1, repeated: 0 });
    expect(counts.take()).toMatchObject({ requests: 51, failures: [{ kind: 'access' }] });
    expect(counts.take()).toEqual({ requests: 0, failures: [] });
  });
});

describe('the absence of the only replica', () => {
  it.each<[string, Partial<Failure>, boolean]>([
    ['permits 503 with Retry-After', {}, true],
    ['permits no 503 without Retry-After', { retryAfter: undefined as never }, false],
    ['permits no late 503', { ms: 2_501 }, false],
    ['permits no other status', { status: 502 }, false],
    ['permits no lost connection', { status: 0 }, false],
  ])('%s', (_what, more, expected) => {
    expect(isInevitable(failure(more))).toBe(expected);
  });
});

it('describes failures by kind, the most frequent first', () => {
  const { retryAfter: _, ...bare } = failure();
  const described = describeFailures([
    failure({ kind: 'user', status: 0 }),
    failure(),
    failure(),
    failure({ reason: 'overloaded' }),
    bare,
    failure({ status: 500, ms: 3_000 }),
  ]);
  expect(described).toBe(
    '2 × access 503, 1 × user no response, 1 × access 503 overloaded, 1 × access 503 without Retry-After, 1 × access 500 late',
  );
});
