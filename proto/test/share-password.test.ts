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
  ])('%j: %p', (typed, fault) => {
    expect(passwordFault(typed, 'Summer-Holiday.mp4')).toBe(fault);
  });

  it('is compared without case, spaces and hyphens', () => {
    expect(normalisePassword('mTdU-rb27 92Bw')).toBe('mtdurb2792bw');
  });
});
