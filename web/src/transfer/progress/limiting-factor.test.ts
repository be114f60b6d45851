import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { limitingFactor, readLimitingFactor, type SenderFacts } from './limiting-factor.js';
import { createWaitMeter, type LoopState } from './wait-meter.js';

const none = { path: 0, credit: 0, source: 0, 'own-limit': 0, 'peer-limit': 0 };
const facts = (shares: Partial<typeof none>, more: Partial<SenderFacts> = {}): SenderFacts => ({
  measuredMs: 3_000,
  shares: { ...none, ...shares },
  isRelayed: false,
  isNear: false,
  ...more,
});

describe('what limits a transfer', () => {
  it.each<[string, SenderFacts, string | null]>([
    ['a full send window', facts({ path: 0.9 }), 'line'],
    ['a full send window through a relay', facts({ path: 0.9 }, { isRelayed: true }), 'relay'],
    ['a full send window within a building', facts({ path: 0.9 }, { isNear: true }), 'devices'],
    ['exhausted credit', facts({ credit: 0.8, path: 0.1 }), 'recipient-disk'],
    ['reads of the file', facts({ source: 0.6, path: 0.3 }), 'sender-disk'],
    ["the sender's limit", facts({ 'own-limit': 0.7 }), 'sender-limit'],
    ["the recipient's limit", facts({ 'peer-limit': 0.7 }), 'recipient-limit'],
    ['the longest of several waits', facts({ 'own-limit': 0.3, credit: 0.4 }), 'recipient-disk'],
    ['short waits only', facts({ path: 0.1, source: 0.15 }), 'sender-device'],
    ['too little time', facts({ path: 0.9 }, { measuredMs: 900 }), null],
  ])('%s', (_name, given, expected) => {
    expect(limitingFactor(given)).toBe(expected);
  });

  it('is unknown when a later version reports something else', () => {
    expect(readLimitingFactor('line')).toBe('line');
    expect(readLimitingFactor('the weather')).toBeNull();
  });
});

describe('the waits of the sending loop', () => {
  const run = (...states: [LoopState, number][]) => {
    const clock = createFakeClock();
    const meter = createWaitMeter(clock);
    for (const [state, ms] of states) {
      meter.enter(state);
      clock.advance(ms);
    }
    return meter.read();
  };

  it('are shares of the time without pauses', () => {
    const steps = Array.from({ length: 20 }, (): [LoopState, number][] => [
      ['path', 60],
      ['working', 20],
      ['paused', 40],
      ['source', 20],
    ]).flat();
    const { shares, measuredMs } = run(...steps);
    expect(measuredMs).toBeGreaterThan(1_500);
    expect(shares.path).toBeCloseTo(0.6, 1);
    expect(shares.source).toBeCloseTo(0.2, 1);
  });

  it('are those of the last three seconds', () => {
    const steps = Array.from({ length: 40 }, (): [LoopState, number] => ['own-limit', 100]);
    const { shares } = run(['credit', 20_000], ...steps);
    expect(shares).toMatchObject({ 'own-limit': 1, credit: 0 });
  });

  it('count one that has not ended', () => {
    expect(run(['working', 100], ['credit', 5_000]).shares.credit).toBeGreaterThan(0.9);
  });
});
