import { displayNameOf } from './display-name.js';

describe('display name in the dashboard header', () => {
  it.each<[string | null, string | null, string, string]>([
    ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace', '[2.82]'],
    ['portrait.JPG', 'ada@example.com', 'portrait', '[2.83]'],
    ['Ada.jpeg', null, 'Ada', '[2.83]'],
    ['report.pdf', null, 'report', '[2.83]'],
    ['Sammy Davis Jr.', null, 'Sammy Davis Jr.', '[2.83]'],
    ['  ', 'ada@example.com', 'ada@example.com', '[2.82]'],
    ['.png', 'ada@example.com', 'ada@example.com', '[2.82, 2.83]'],
    [null, null, 'User', '[2.82]'],
  ])('of name %p and email %p is %p %s', (displayName, email, expected) => {
    expect(displayNameOf({ displayName, email })).toBe(expected);
  });
});
