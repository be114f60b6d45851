/**
 * A validating JSON scanner over bytes (RFC 8259) that finds the end of a value without building it. Every function
 * returns the index after the skipped value, or -1 if it is invalid. The text is followed by a zero byte, which is
 * invalid everywhere, so no function checks for the end of the text.
 */

import type { SkipPlain } from './plain-run.js';

/** Bytes of JSON's syntax. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const braceOpen = 0x7b;
export const braceClose = 0x7d;
const bracketOpen = 0x5b;
const bracketClose = 0x5d;

/** Deepest nesting accepted; `skipValue` keeps one bit per level. Signalling payloads have two or three. */
export const maxDepth = 30;

/** The zero after the text keeps `at` within the buffer. */
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number;

export const skipWhitespace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  for (;;) {
    const byte = byteAt(bytes, at);
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
};

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Text followed by a zero byte. */
export interface ScannedText {
  readonly bytes: Buffer;
  /** Nine tenths of a frame pass through it. */
  readonly skipPlain: SkipPlain;
}

/** Characters that may follow a backslash, except `u`. */
const isSimpleEscape = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** `\uXXXX`; `from` is after the `u`. */
const skipUnicode = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at < from + 4; at += 1) if (!isHex(byteAt(bytes, at))) return -1;
  return from + 4;
};

/** `from` is after the backslash. */
const skipEscape = (bytes: Uint8Array, from: number): number => {
  const byte = byteAt(bytes, from);
  if (isSimpleEscape[byte] === 1) return from + 1;
  return byte === 0x75 ? skipUnicode(bytes, from + 1) : -1;
};

/** `from` is after the opening quote. */
export const skipString = ({ bytes, skipPlain }: ScannedText, from: number): number => {
  let at = from;
  for (;;) {
    at = skipPlain(at);
    const byte = byteAt(bytes, at);
    if (byte !== backslash) return byte === quote ? at + 1 : -1;
    at = skipEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
};

const skipDigits = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (isDigit(byteAt(bytes, at))) at += 1;
  return at === from ? -1 : at;
};

const skipNumber = (bytes: Uint8Array, from: number): number => {
  let at = byteAt(bytes, from) === 0x2d ? from + 1 : from;
  at = byteAt(bytes, at) === 0x30 ? at + 1 : skipDigits(bytes, at);
  if (at > 0 && byteAt(bytes, at) === 0x2e) at = skipDigits(bytes, at + 1);
  if (at > 0 && (byteAt(bytes, at) | 0x20) === 0x65) {
    const sign = byteAt(bytes, at + 1);
    at = skipDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
  }
  return at;
};

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word));

const skipLiteral = (bytes: Uint8Array, from: number): number => {
  for (const word of literals) {
    if (word.every((byte, index) => byteAt(bytes, from + index) === byte)) {
      return from + word.length;
    }
  }
  return -1;
};

const skipScalar = (text: ScannedText, from: number): number => {
  const { bytes } = text;
  const byte = byteAt(bytes, from);
  if (byte === quote) return skipString(text, from + 1);
  if (byte === 0x2d || isDigit(byte)) return skipNumber(bytes, from);
  return skipLiteral(bytes, from);
};

/** `"key" :`, with the whitespace around it. */
const skipKey = (text: ScannedText, from: number): number => {
  const { bytes } = text;
  if (byteAt(bytes, from) !== quote) return -1;
  const end = skipString(text, from + 1);
  if (end < 0) return -1;
  const at = skipWhitespace(bytes, end);
  return byteAt(bytes, at) === colon ? skipWhitespace(bytes, at + 1) : -1;
};

/** Skips a value of any type. Iterative, so that no frame can exhaust the stack. */
export const skipValue = (text: ScannedText, from: number): number => {
  const { bytes } = text;
  let at = from;
  let depth = 0;
  // Bit n: level n is an object.
  let objects = 0;
  for (;;) {
    const byte = byteAt(bytes, at);
    const isObject = byte === braceOpen;
    if (isObject || byte === bracketOpen) {
      const close = isObject ? braceClose : bracketClose;
      at = skipWhitespace(bytes, at + 1);
      if (byteAt(bytes, at) !== close) {
        if (depth === maxDepth) return -1;
        depth += 1;
        objects = isObject ? objects | (1 << depth) : objects & ~(1 << depth);
        if (isObject) at = skipKey(text, at);
        if (at < 0) return -1;
        continue;
      }
      at += 1;
    } else {
      at = skipScalar(text, at);
      if (at < 0) return -1;
    }
    // After a value: close the containers that end here, or continue with the next value.
    for (;;) {
      if (depth === 0) return at;
      at = skipWhitespace(bytes, at);
      const inObject = (objects & (1 << depth)) !== 0;
      const next = byteAt(bytes, at);
      if (next === comma) {
        at = skipWhitespace(bytes, at + 1);
        if (inObject) at = skipKey(text, at);
        if (at < 0) return -1;
        break;
      }
      if (next !== (inObject ? braceClose : bracketClose)) return -1;
      depth -= 1;
      at += 1;
    }
  }
};
