import { displayNameOf } from './display-name.js';

describe('display name in the dashboard header', () => {
  it.each([
    ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace'],
    ['portrait.JPG', 'ada@example.com', 'portrait'],
    ['Sammy Davis Jr.', null, 'Sammy Davis Jr.'],
    ['  ', 'ada@example.com', 'ada@example.com'],
    ['.png', 'ada@example.com', 'ada@example.com'],
    [null, null, 'User'],
  ])('of name %p and email %p is %p [2.82, 2.83]', (displayName, email, expected) => {
    expect(displayNameOf({ displayName, email })).toBe(expected);
  });
});
