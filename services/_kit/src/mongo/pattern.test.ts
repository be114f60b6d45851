import fc from 'fast-check';
import { containingPattern, escapePattern } from './pattern.js';

describe('the pattern of a search text', () => {
  it('matches this text and no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        const pattern = new RegExp(`^${escapePattern(text)}$`);
        expect(pattern.test(text)).toBe(true);
        expect(pattern.test(other)).toBe(other === text);
      }),
    );
  });

  it('has no null character, which MongoDB refuses', () => {
    const pattern = escapePattern('a\0b');
    expect(pattern).not.toContain('\0');
    expect(new RegExp(`^${pattern}$`).test('a\0b')).toBe(true);
  });
});

it('the pattern of a text matches names in either Unicode normal form', () => {
  const [composed, decomposed] = ['Résumé.pdf'.normalize('NFC'), 'Résumé.pdf'.normalize('NFD')];
  for (const part of [composed, decomposed]) {
    const pattern = new RegExp(containingPattern(part), 'i');
    for (const name of [`My ${composed}`, decomposed]) expect(pattern.test(name)).toBe(true);
    expect(pattern.test('Resume.pdf')).toBe(false);
  }
  expect(containingPattern('a.b')).toBe(escapePattern('a.b'));
});
