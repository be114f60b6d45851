import { createAdmission, createRegistry, runWithPermit } from '@tandem/kit';
import type { Outcome } from '@tandem/kit/bus';
import { createLiveRoomCheck } from './live-room.js';

afterEach(() => {
  jest.useRealTimers();
});

describe('the check for a live room', () => {
  it.each<[Outcome, boolean]>([
    ['confirmed', true],
    ['unconfirmed', false],
    ['unreachable', true],
  ])('treats the outcome %s as live: %p', async (outcome, isLive) => {
    const check = createLiveRoomCheck(() => Promise.resolve(outcome));
    expect(await check('a-share')).toBe(isLive);
  });

  it('gives its place to other calls only when the answer takes long', async () => {
    jest.useFakeTimers();
    const one = { toleratedDelayMs: 60_000, initial: 1, min: 1, max: 1 };
    const admission = createAdmission(createRegistry('turn'), one);
    const arrival = { criticality: 'normal', signal: new AbortController().signal } as const;
    let answer = (_outcome: Outcome) => {};
    const check = createLiveRoomCheck(
      () =>
        new Promise<Outcome>((resolve) => {
          answer = resolve;
        }),
    );
    const checking = runWithPermit(admission.admit(arrival), () => check('a-share'));
    expect(admission.tryAdmit(arrival)).toBeUndefined();
    jest.advanceTimersByTime(50);
    expect(admission.tryAdmit(arrival)).toBeDefined();
    answer('confirmed');
    expect(await checking).toBe(true);
  });
});
