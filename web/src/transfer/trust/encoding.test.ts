import fc from 'fast-check';
import { encodeFields, fromBase64Url, toBase64Url } from './encoding.js';

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array));

describe('base64url', () => {
  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(fromBase64Url(toBase64Url(value), value.length)).toEqual(value);
      }),
    );
  });

  it('has one canonical form per value', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{22}$/), (text) => {
        const decoded = fromBase64Url(text, 16);
        if (decoded !== null) expect(toBase64Url(decoded)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'A',
    'AAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAB',
    'AAAAAAAAAAAAAAAAAAAAA=',
    null,
  ])('refuses %j as 16 bytes', (text) => {
    expect(fromBase64Url(text, 16)).toBeNull();
  });
});

describe('encoded fields', () => {
  const field = fc.oneof(fc.string({ maxLength: 6 }), fc.uint8Array({ maxLength: 6 }));
  const fields = fc.array(field, { maxLength: 4 });
  const text = (value: unknown): string => Buffer.from(value as string).toString('hex');

  it('are equal only for equal fields', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const areEqual = a.map(text).join() === b.map(text).join() && a.length === b.length;
        expect(toBase64Url(encodeFields(a)) === toBase64Url(encodeFields(b))).toBe(areEqual);
      }),
    );
  });

  it('keep their boundaries', () => {
    expect(encodeFields(['ab', 'c'])).not.toEqual(encodeFields(['a', 'bc']));
  });

  it('reject lone surrogates', () => {
    expect(() => encodeFields(['a\ud800'])).toThrow(TypeError);
    expect(() => encodeFields(['😀'])).not.toThrow();
  });
});
