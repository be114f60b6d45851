/** Byte encodings of the proof: base64url without padding, and length-prefixed fields. */

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @returns null unless the text is the canonical encoding of exactly `length` bytes. */
export const fromBase64Url = (text: unknown, length: number): Uint8Array<ArrayBuffer> | null => {
  if (typeof text !== 'string' || !/^[\w-]*$/.test(text)) return null;
  if (text.length !== Math.ceil((length * 4) / 3)) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // The last character has unused bits; only zeros are canonical.
  return bytes.length === length && toBase64Url(bytes) === text ? bytes : null;
};

export type Field = string | Uint8Array;

const encoder = new TextEncoder();

const bytesOf = (field: Field): Uint8Array => {
  if (typeof field !== 'string') return field;
  // UTF-8 has no form for lone surrogates: TextEncoder maps all of them to U+FFFD.
  if (/\p{Surrogate}/u.test(field)) throw new TypeError('lone surrogate');
  return encoder.encode(field);
};

/**
 * Each field as its length in bytes (u32, big-endian) and its bytes; strings as UTF-8.
 *
 * @throws TypeError for a string with a lone surrogate.
 */
export const encodeFields = (fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const parts = fields.map(bytesOf);
  const encoded = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  const view = new DataView(encoded.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    encoded.set(part, at + 4);
    at += 4 + part.length;
  }
  return encoded;
};

export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
