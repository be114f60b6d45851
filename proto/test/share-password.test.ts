import { normalisePassword, passwordFault } from '../browser/share-password.js';

describe('a password that the owner chooses', () => {
  it.each([
    ['correct horse', null],
    ['Käse-Würfel im Glas', null],
    ['4839201755660172', null],
    ['correct hors', 'too-short'],
    ['cor-rect hor-se', null],
    ['cor-rect hor-s', 'too-short'],
    ['abcabcabcabc', 'too-simple'],
    ['abcdefghijkl', 'too-simple'],
    ['lkjihgfedcba', 'too-simple'],
    ['241219870312', 'too-simple'],
    ['Summer Holiday', 'like-file-name'],
    ['SUMMERHOLIDAY.MP', 'like-file-name'],
    ['aB3$x'.repeat(13), 'too-long'],
    // One character, whose normal form has 18.
    ['\ufdfa', 'too-short'],
  ])('%j: %p', (typed, fault) => {
    expect(passwordFault(typed, 'Summer-Holiday.mp4')).toBe(fault);
  });

  it('is compared without case, spaces and hyphens', () => {
    expect(normalisePassword('mTdU-rb27 92Bw')).toBe('mtdurb2792bw');
  });

  it.each([
    ['accents that the keyboard composes', 'Việt Nam đẹp', 'Việt Nam đẹp'.normalize('NFD')],
    ['full-width letters', 'Password 123', 'Ｐａｓｓｗｏｒｄ１２３'],
    ['a sigma at the end of a word', 'ΟΔΥΣΣΕΥΣ ΟΜΗΡΟΣ', 'οδυσσευςομηρος'],
    ['a Turkish capital', 'izmir', 'İzmir'],
    ['a letter without a capital', 'Straße', 'STRASSE'],
    ['a letter whose capital has three characters', '\u0390', '\u0390'.toUpperCase()],
    ['a dash that the phone has put for two hyphens', 'correct--horse', 'correct—horse'],
    ['invisible characters', 'correct horse', 'cor\u00adrect\u200b\u2060horse'],
  ])('is compared without regard to %s', (_name, chosen, typed) => {
    expect(normalisePassword(typed)).toBe(normalisePassword(chosen));
  });
});
