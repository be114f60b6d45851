import { isPersonalPassword } from './personal-passwords.js';

const ada = { email: 'ada.byron@engine.example', displayName: 'Ada Lovelace' };

describe('passwords that name the user or the product', () => {
  it.each([
    ['the name of the product', 'Tandem'],
    ['the name of the product with digits and punctuation', '2026-tandem!99'],
    ['the address', 'ada.byron@engine.example'],
    ['the mailbox', 'AdaByron1'],
    ['the domain', 'engine.example'],
    ['the host', 'engine123'],
    ['the name', 'ada lovelace'],
    ['a part of the name', 'Lovelace!'],
  ])('include %s', (_what, password) => {
    expect(isPersonalPassword(password, ada)).toBe(true);
  });

  it.each(['tandem bicycle', 'adalovelacewrote', 'correct horse', 'Ada7x', ''])(
    'do not include %j',
    (password) => {
      expect(isPersonalPassword(password, ada)).toBe(false);
    },
  );

  it('ignore words of less than three letters, and missing ones', () => {
    expect(isPersonalPassword('li1234', { email: 'x@li.example', displayName: 'Li' })).toBe(false);
    expect(isPersonalPassword('correct', {})).toBe(false);
  });
});
