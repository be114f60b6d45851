import { createEmptiedRooms } from './emptied-rooms.js';

describe('emptied rooms', () => {
  it('are remembered for ten minutes after they were last emptied', () => {
    let now = 0;
    const emptied = createEmptiedRooms(() => now);
    emptied.add('s');
    emptied.add('t');
    now = 300_000;
    emptied.add('s');
    now = 599_999;
    expect(emptied.shareIds()).toEqual(['t', 's']);
    now = 600_000;
    expect(emptied.shareIds()).toEqual(['s']);
    now = 900_000;
    expect(emptied.shareIds()).toEqual([]);
  });

  it('are limited to 10,000; the oldest is dropped', () => {
    const emptied = createEmptiedRooms(() => 0);
    for (let n = 0; n < 10_002; n += 1) emptied.add(`${n}`);
    expect(emptied.shareIds()).toHaveLength(10_000);
    expect(emptied.shareIds()[0]).toBe('2');
  });
});
