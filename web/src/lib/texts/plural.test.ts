import { plural } from './plural.js';

describe('a count with its noun', () => {
  it.each([
    [0, '0 days'],
    [1, '1 day'],
    [7, '7 days'],
    [1200, '1,200 days'],
  ])('%i reads %p', (count, text) => {
    expect(plural(count, 'day')).toBe(text);
  });
});
