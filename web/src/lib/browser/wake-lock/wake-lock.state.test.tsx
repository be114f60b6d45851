import { nextWakeLock, type WakeLockEvent, type WakeLockState } from './wake-lock.state.js';

const off: WakeLockState = { kind: 'off' };
const acquiring: WakeLockState = { kind: 'acquiring', hadLock: false };
const held: WakeLockState = { kind: 'held' };
const suspended: WakeLockState = { kind: 'suspended' };
const reacquiring: WakeLockState = { kind: 'acquiring', hadLock: true };
const refused: WakeLockState = { kind: 'refused', hadLock: false };
const lost: WakeLockState = { kind: 'refused', hadLock: true };

describe('the wake lock machine', () => {
  const table: [WakeLockState, WakeLockEvent['type'], WakeLockState][] = [
    [off, 'wanted', acquiring],
    [acquiring, 'granted', held],
    [acquiring, 'refused', refused],
    [held, 'unwanted', off],
    [held, 'released', suspended],
    [suspended, 'visible', reacquiring],
    [reacquiring, 'granted', held],
    [reacquiring, 'refused', lost],
    [refused, 'visible', acquiring],
    [lost, 'visible', reacquiring],
    [suspended, 'unwanted', off],
    [acquiring, 'unwanted', off],
    // Late and repeated events.
    [off, 'granted', off],
    [off, 'released', off],
    [off, 'visible', off],
    [held, 'wanted', held],
    [held, 'visible', held],
    [held, 'refused', held],
  ];
  it.each(table)('%j on %s becomes %j [4.73]', (state, type, expected) => {
    expect(nextWakeLock(state, { type })).toEqual(expected);
  });
});
