import { dropOldest } from './drop-oldest.js';

it('a map or a set keeps what was added last', () => {
  const map = new Map([1, 2, 3, 4].map((key) => [key, 'value']));
  dropOldest(map, 2);
  expect([...map.keys()]).toEqual([3, 4]);
  dropOldest(map, 2);
  expect(map.size).toBe(2);
  const set = new Set('abc');
  dropOldest(set, 1);
  expect([...set]).toEqual(['c']);
});
