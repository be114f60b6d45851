import { dropOldest } from './drop-oldest.js';

it('drops the entries that were added first', () => {
  const ids = new Set(['a', 'b', 'c', 'd']);
  dropOldest(ids, 2);
  expect([...ids]).toEqual(['c', 'd']);
});

it('counts an entry that was deleted and added again as new', () => {
  const counts = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  counts.delete('a');
  counts.set('a', 3);
  dropOldest(counts, 1);
  expect([...counts]).toEqual([['a', 3]]);
});

it.each([2, 3])('keeps all of two entries when %i fit', (most) => {
  const ids = new Set(['a', 'b']);
  dropOldest(ids, most);
  expect(ids.size).toBe(2);
});
