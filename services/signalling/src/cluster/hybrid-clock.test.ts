import { createClock } from './hybrid-clock.js';
import { createEndedShares } from '../access/revoked-shares.js';

describe('the hybrid clock', () => {
  it('never stands still and never goes back', () => {
    let now = 1_000;
    const clock = createClock(() => now);
    const first = clock.tick();
    const second = clock.tick();
    now = 500;
    const third = clock.tick();
    expect([first, second, third]).toEqual([1_000, 1_001, 1_002]);
  });

  it('is ahead of every stamp it has seen, so that whoever joins later has the larger one', () => {
    const clock = createClock(() => 1_000);
    clock.see(30_000);
    expect(clock.tick()).toBeGreaterThan(30_000);
  });

  it('does not follow a clock that is far off', () => {
    const clock = createClock(() => 1_000);
    clock.see(10_000_000);
    expect(clock.tick()).toBe(1_000);
  });
});

describe('the memory of ended shares', () => {
  it('revokes what was true before the end, and nothing after it or after a restart', () => {
    const ended = createEndedShares();
    ended.add('s', 5_000);
    expect(ended.isRevoked('s', 4_000)).toBe(true);
    expect(ended.isRevoked('s', 5_000)).toBe(true);
    expect(ended.isRevoked('s', 5_001)).toBe(false);
    expect(ended.isRevoked('other', 0)).toBe(false);
    ended.remove('s');
    expect(ended.isRevoked('s', 4_000)).toBe(false);
  });

  it('lasts longer than any grant, and no longer than needed', () => {
    const ended = createEndedShares();
    ended.add('s', 0);
    ended.sweep(10 * 60_000);
    expect(ended.isRevoked('s', 0)).toBe(true);
    ended.sweep(11 * 60_000);
    expect(ended.size).toBe(0);
  });
});
