import {
  controlBurst,
  controlPerSecond,
  maxLaneNumber,
  signalsPerLane,
} from '../support/constants.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { createControlLimiter } from './control-limiter.js';
import type { ControlMessage } from './control-messages.js';

type LaneSignal = Extract<ControlMessage, { type: 'lane-signal' }>;

const violation = expect.objectContaining({ code: 'protocol-violation' }) as Error;

describe('the limit on control messages', () => {
  it.each(['transfer-pause', 'unknown'] as const)('ends a flood of %s', (type) => {
    const limiter = createControlLimiter(createFakeClock());
    for (let n = 0; n < controlBurst; n++) limiter.count({ type });
    expect(() => limiter.count({ type })).toThrow(violation);
  });

  it('admits the sustained rate', () => {
    const clock = createFakeClock();
    const limiter = createControlLimiter(clock);
    for (let n = 0; n < controlBurst; n++) limiter.count({ type: 'transfer-pause' });
    for (let second = 0; second < 10; second++) {
      clock.advance(1_000);
      for (let n = 0; n < controlPerSecond; n++) limiter.count({ type: 'transfer-resume' });
    }
    expect(() => limiter.count({ type: 'transfer-pause' })).toThrow(violation);
  });

  it('counts the signals of each connection beside the file’s apart, and only those beyond with the others', () => {
    const limiter = createControlLimiter(createFakeClock());
    const signal = (lane: number): LaneSignal => ({
      type: 'lane-signal',
      lane,
      kind: 'ice-candidate',
      payload: {},
    });
    for (let lane = 1; lane <= maxLaneNumber; lane += 1) {
      for (let n = 1; n < signalsPerLane; n++) limiter.count(signal(lane));
      limiter.count({ type: 'lane-close', lane });
    }
    for (let n = 0; n < signalsPerLane; n++)
      limiter.count({ type: 'path-signal', kind: 'offer', payload: {} });
    for (let n = 0; n < controlBurst; n++) limiter.count(signal(1 + (n % maxLaneNumber)));
    expect(() => limiter.count({ type: 'transfer-pause' })).toThrow(violation);
  });

  it.each([
    { type: 'lane-signal', lane: 7, kind: 'offer', payload: {} },
    { type: 'lane-close', lane: 7 },
    { type: 'path-signal', kind: 'offer', payload: {} },
  ] as const)('ends a flood of $type', (message) => {
    const limiter = createControlLimiter(createFakeClock());
    for (let n = 0; n < signalsPerLane + controlBurst; n++) limiter.count(message);
    expect(() => limiter.count(message)).toThrow(violation);
  });

  it('does not count acknowledgements', () => {
    const limiter = createControlLimiter(createFakeClock());
    for (let block = 0; block < 10 * controlBurst; block++)
      limiter.count({ type: 'block-ack', block });
    limiter.count({ type: 'transfer-pause' });
  });
});
