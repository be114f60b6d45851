import { createPings } from './pings.js';

describe('an answer to a ping', () => {
  it('is in turn when it comes in time, also after a lost ping', () => {
    const pings = createPings();
    for (const sentAtMs of [0, 50, 100]) pings.onPing(sentAtMs);
    expect(pings.onPong(0, false)).toBe('in-turn');
    expect(pings.onPong(100, false)).toBe('in-turn');
  });

  it('is in turn when it is late, but no ping before it was lost', () => {
    const pings = createPings();
    for (const sentAtMs of [0, 50, 100]) pings.onPing(sentAtMs);
    expect([0, 50, 100].map((sentAtMs) => pings.onPong(sentAtMs, sentAtMs > 0))).toEqual([
      'in-turn',
      'in-turn',
      'in-turn',
    ]);
  });

  it('is out of turn when it is late and pings before it were lost, like all that follow it', () => {
    const pings = createPings();
    for (const sentAtMs of [0, 50, 100, 150, 200]) pings.onPing(sentAtMs);
    pings.onPong(0, false);
    expect([100, 150, 200].map((sentAtMs) => pings.onPong(sentAtMs, sentAtMs < 200))).toEqual([
      'out-of-turn',
      'out-of-turn',
      'in-turn',
    ]);
  });

  it('is in turn or not although the pings before it are forgotten', () => {
    const pings = createPings();
    for (const sentAtMs of [0, 50, 100]) pings.onPing(sentAtMs);
    pings.onPong(0, false);
    pings.onPing(90_000);
    expect(pings.onPong(50, true)).toBe('forgotten');
    expect(pings.onPong(100, true)).toBe('unknown');
    expect(pings.onPong(90_000, true)).toBe('out-of-turn');
    pings.onPing(90_050);
    expect(pings.onPong(90_050, false)).toBe('in-turn');
    pings.onPing(180_000);
    pings.onPing(180_050);
    expect(pings.onPong(180_000, true)).toBe('in-turn');
  });

  it('counts once', () => {
    const pings = createPings();
    pings.onPing(0);
    expect(pings.onPong(0, false)).toBe('in-turn');
    expect(pings.onPong(0, false)).toBe('unknown');
    expect(pings.onPong(7, false)).toBe('unknown');
  });
});

describe('an interruption of the path', () => {
  /** @returns how long pings were lost before the one of 500, of pings every 50 ms. */
  const lostMs = (isAnswered: (sentAtMs: number) => boolean): number => {
    const pings = createPings();
    for (let sentAtMs = 0; sentAtMs <= 500; sentAtMs += 50) pings.onPing(sentAtMs);
    for (let sentAtMs = 0; sentAtMs < 500; sentAtMs += 50)
      if (isAnswered(sentAtMs)) pings.onPong(sentAtMs, true);
    pings.onPong(500, false);
    return pings.lostBeforeMs(500);
  };

  it.each<[string, (sentAtMs: number) => boolean, number]>([
    ['lasts from the first of the lost pings on', (sentAtMs) => sentAtMs < 150, 350],
    ['ends with an answer', (sentAtMs) => sentAtMs === 300, 150],
    ['is longer than two pings', (sentAtMs) => sentAtMs < 400, 0],
    ['is no page that answers late', () => true, 0],
    ['may be as old as the transfer', () => false, 500],
  ])('%s', (_what, isAnswered, expected) => {
    expect(lostMs(isAnswered)).toBe(expected);
  });
});
