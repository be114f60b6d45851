import { createClock } from './hybrid-clock.js';

describe('the hybrid clock', () => {
  it('is strictly monotonic, even when the wall clock goes back', () => {
    let now = 1_000;
    const clock = createClock(() => now);
    const first = clock.tick();
    const second = clock.tick();
    now = 500;
    const third = clock.tick();
    expect([first, second, third]).toEqual([1_000, 1_001, 1_002]);
  });

  it('is ahead of every stamp it has seen', () => {
    const clock = createClock(() => 1_000);
    clock.see(30_000);
    expect(clock.tick()).toBeGreaterThan(30_000);
  });

  it('ignores stamps that are too far ahead', () => {
    const clock = createClock(() => 1_000);
    clock.see(10_000_000);
    expect(clock.tick()).toBe(1_000);
  });
});
