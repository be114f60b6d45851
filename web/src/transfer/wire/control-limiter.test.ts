import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { controlBurst, controlPerSecond } from '../support/constants.js';
import { createControlLimiter } from './control-limiter.js';

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

  it('does not count acknowledgements', () => {
    const limiter = createControlLimiter(createFakeClock());
    for (let block = 0; block < 10 * controlBurst; block++)
      limiter.count({ type: 'block-ack', block });
    limiter.count({ type: 'transfer-pause' });
  });
});
