import {
  initialLanePolicy,
  nextLanePolicy,
  onLaneRefused,
  type LaneObservation,
  type LanePolicy,
} from './lane-policy.js';

const heldBack: LaneObservation = {
  nowMs: 0,
  baseRttMs: 50,
  isNear: false,
  queueMs: 0,
  isHeldBack: true,
  lanes: 1,
  maxLanes: 16,
  deliveredBytes: 0,
};

/**
 * Observes every 10 ms. Lanes open as soon as they are wanted.
 * @param rateOf bytes per millisecond with a number of lanes
 */
const run = (
  untilMs: number,
  observation: Partial<LaneObservation>,
  rateOf: (lanes: number) => number = (lanes) => 100 * lanes,
): LanePolicy => {
  let policy = initialLanePolicy;
  let deliveredBytes = 0;
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 10) {
    const lanes = policy.wanted;
    policy = nextLanePolicy(policy, { ...heldBack, lanes, ...observation, nowMs, deliveredBytes });
    deliveredBytes += 10 * rateOf(lanes);
  }
  return policy;
};

describe('the number of lanes', () => {
  it('doubles while every lane is held back and each step brings more', () => {
    const reached = [400, 600, 1_700, 2_900, 4_200].map((ms) => run(ms, {}).wanted);
    expect(reached).toEqual([1, 2, 4, 8, 16]);
    expect(run(20_000, {}).wanted).toBe(16);
  });

  it.each<[string, Partial<LaneObservation>]>([
    ['there is a queue on the path', { queueMs: 10 }],
    ['no bytes wait', { isHeldBack: false }],
    ['the path is not measured', { baseRttMs: null }],
    ['the peers are near', { isNear: true, baseRttMs: 0.3 }],
    ['one is allowed', { maxLanes: 1 }],
  ])('stays at one when %s', (_when, observation) => {
    expect(run(30_000, observation).wanted).toBe(1);
  });

  it('stays below the limit of a relay', () => {
    expect(run(30_000, { maxLanes: 2 }).wanted).toBe(2);
  });

  it('stops at the step that brought no more, and tries again only after a rest', () => {
    const saturated = (): number => 100;
    expect(run(2_000, {}, saturated)).toMatchObject({ wanted: 2, phase: 'resting' });
    expect(run(3_200, {}, saturated).wanted).toBe(2);
    expect(run(4_000, {}, saturated).wanted).toBe(4);
  });

  it('returns to what is open after a lane was refused, and rests', () => {
    const policy = onLaneRefused(run(600, {}), 600, 1);
    expect(policy).toMatchObject({ wanted: 1, phase: 'resting' });
    expect(nextLanePolicy(policy, { ...heldBack, nowMs: 5_000 }).wanted).toBe(1);
  });

  it('does not wait forever for a lane that does not open', () => {
    expect(run(8_000, { lanes: 1 }).wanted).toBeGreaterThan(2);
  });
});
