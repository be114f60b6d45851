import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { settle } from '../test/support/session-support.js';
import { createAckGate } from './ack-gate.js';

const started = () => {
  const clock = createFakeClock();
  const gate = createAckGate(clock);
  let passed = 0;
  const pass = async (): Promise<void> => {
    await gate.pass(1_000_000);
    passed += 1;
  };
  return { clock, gate, pass, passed: () => passed };
};

describe('acknowledgements to a sender that does not know the limit', () => {
  it('are sent at the rate of the limit', async () => {
    const { clock, gate, pass, passed } = started();
    gate.set(100_000);
    for (let second = 0; second < 30; second += 10) {
      const passing = pass();
      clock.advance(9_999);
      await settle(2);
      expect(passed()).toBe(second / 10);
      clock.advance(1);
      await passing;
    }
  });

  it.each([
    ['the limit is removed', null],
    ['the limit changes', 200_000],
  ])('that wait are sent when %s', async (_when, limit) => {
    const { gate, pass, passed } = started();
    gate.set(100_000);
    const passing = pass();
    gate.set(limit);
    await passing;
    expect(passed()).toBe(1);
  });

  it('leave no timer after the end', () => {
    const { clock, gate, pass } = started();
    gate.set(100_000);
    void pass();
    gate.stop();
    expect(clock.pending()).toBe(0);
  });
});
