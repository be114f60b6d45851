import { canReconnect, drainDelayMs, reconnectDelayMs } from './reconnect-policy.js';

describe('the delay before a reconnect', () => {
  it.each([
    [1, false, 0, 3_000],
    [5, false, 0, 15_000],
    [2, true, 0, 12_000],
    [1, false, 0.5, 3_300],
  ])('of attempt %i (mobile: %s, random: %d) [9.20]', (attempt, isMobile, random, expected) => {
    expect(reconnectDelayMs(attempt, isMobile, random)).toBe(expected);
  });

  it('is the last one after the fifth attempt', () => {
    expect([5, 6].map(canReconnect)).toEqual([true, false]);
  });

  it.each([
    [0, 0],
    [0.5, 1_500],
  ])('after a drain (random: %d)', (random, expected) => {
    expect(drainDelayMs(random)).toBe(expected);
  });
});
