import { userName } from './user-name.js';

describe('name in the user table', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    ['', 'Lovelace', 'ada'],
    [null, null, 'ada'],
  ])('%p %p is %p [2.227, 3.37]', (firstName, lastName, expected) => {
    expect(userName({ firstName, lastName, email: 'ada@example.com' })).toBe(expected);
  });
});
