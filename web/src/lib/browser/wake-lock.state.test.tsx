import { isWakeLockOn, nextWakeLock } from './wake-lock.state.js';
import type { WakeLockEvent, WakeLockState } from './wake-lock.state.js';

type Kind = WakeLockState['kind'];

describe('wake lock (specification, section 4)', () => {
  const table: [Kind, WakeLockEvent['type'], Kind][] = [
    ['off', 'toggle', 'acquiring'],
    ['acquiring', 'granted', 'held'],
    ['acquiring', 'refused', 'off'],
    ['held', 'toggle', 'off'],
    ['held', 'released', 'suspended'],
    ['suspended', 'visible', 'reacquiring'],
    ['reacquiring', 'granted', 'held'],
    ['reacquiring', 'refused', 'off'],
    ['suspended', 'toggle', 'off'],
    // What comes too late.
    ['off', 'granted', 'off'],
    ['off', 'released', 'off'],
    ['off', 'visible', 'off'],
    ['held', 'visible', 'held'],
    ['held', 'refused', 'held'],
  ];
  it.each(table)('%s on %s becomes %s [4.73]', (kind, type, expected) => {
    expect(nextWakeLock({ kind }, { type })).toEqual({ kind: expected });
  });

  it('keeps the toggle on while the page is hidden', () => {
    expect(isWakeLockOn({ kind: 'suspended' })).toBe(true);
    expect(isWakeLockOn({ kind: 'off' })).toBe(false);
  });
});
