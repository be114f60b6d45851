import { userName } from './user-name.js';

describe('name in the user table (specification, section 2)', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    ['', 'Lovelace', 'ada'],
    [null, null, 'ada'],
  ])('%p %p is %p', (firstName, lastName, expected) => {
    expect(userName({ firstName, lastName, email: 'ada@example.com' })).toBe(expected);
  });
});
