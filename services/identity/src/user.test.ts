import { changedFields, hourOf, searchWordsOf, splitName } from './user.js';

describe('names (first/last name from the display name)', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ada King Lovelace', 'Ada', 'King Lovelace'],
    ['  Ada \t Lovelace ', 'Ada', 'Lovelace'],
    ['Madonna', 'Madonna', ''],
    ['', '', ''],
    ['李 小龍', '李', '小龍'],
  ])('%j', (displayName, firstName, lastName) => {
    expect(splitName(displayName)).toEqual({ firstName, lastName });
  });
});

describe('the words of a search', () => {
  it.each([
    ['ada lovelace', ['ada', 'lovelace']],
    ['Lovelace, Ada', ['lovelace', 'ada']],
    ['@acme.com', ['acme', 'com']],
    ['"Ada" <Ada@acme.com>; bob@', ['ada', 'ada@acme.com', 'bob@']],
    ["_o'hara+x@acme.com", ["_o'hara+x@acme.com"]],
    ['(mailto:ada@acme.com).', ['ada@acme.com']],
    [' ?! ', []],
  ])('of %j are %j', (text, words) => {
    expect(searchWordsOf(text)).toEqual(words);
  });
});

describe('user.seen', () => {
  it('is published once per hour', () => {
    const at = (text: string) => hourOf(new Date(text));
    expect(at('2026-11-20T10:59:59.999Z')).toBe(at('2026-11-20T10:00:00Z'));
    expect(at('2026-11-20T11:00:00Z')).toBe(at('2026-11-20T10:00:00Z') + 1);
  });
});

describe('profile updates', () => {
  const profile = {
    email: 'a@example.test',
    displayName: 'A',
    firstName: 'A',
    lastName: '',
    photoUrl: '',
    isAdmin: false,
  };
  it('contain only fields that differ', () => {
    expect(changedFields(profile, { ...profile, isAdmin: true })).toEqual({ isAdmin: true });
    expect(changedFields(profile, { ...profile })).toEqual({});
  });
});
