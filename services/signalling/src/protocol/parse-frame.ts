/**
 * Parses the envelope `{ type, shareId, peerId, payload?, to? }` into byte ranges, without copying. The payload is
 * checked to be JSON, never decoded, and relayed byte for byte.
 */

import type { ClientFrame } from '@tandem/proto/browser/ws/frames';
import { frameStart, type FrameBuffer } from './frame-buffer.js';
import {
  backslash,
  braceClose,
  braceOpen,
  colon,
  comma,
  quote,
  skipString,
  skipValue,
  skipWhitespace,
} from './json-scan.js';

const frameTypes = [
  'join',
  'offer',
  'answer',
  'ice-candidate',
  'ping',
] as const satisfies readonly ClientFrame['type'][];
export type FrameType = ClientFrame['type'] | 'unknown';

/** Half-open byte range, without the quotes of a string. Absent when `start` is 0. */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** A string that contains escapes, which `textAt` decodes. */
  readonly isEscaped: boolean;
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
/** The keys of all client frames. */
type Key = KeyOf<ClientFrame>;
type StringKey = Exclude<Key, 'type' | 'payload'>;

export type Frame = { type: FrameType; payload: Range } & Record<StringKey, Range>;

const absent: Range = { start: 0, end: 0, isEscaped: false };
export const isPresent = (range: Range): boolean => range.start !== 0;

/** The text of a string range. */
export const textAt = (bytes: Buffer, range: Range): string => {
  const raw = bytes.toString('utf8', range.start, range.end);
  return range.isEscaped ? (JSON.parse(`"${raw}"`) as string) : raw;
};

const equals = (bytes: Buffer, start: number, end: number, ascii: string): boolean => {
  if (end - start !== ascii.length) return false;
  for (let at = 0; at < ascii.length; at += 1) {
    if (bytes[start + at] !== ascii.charCodeAt(at)) return false;
  }
  return true;
};

/** Whether a string range equals this ASCII text; decodes only ranges with escapes. */
export const isText = (bytes: Buffer, range: Range, ascii: string): boolean =>
  range.isEscaped ? textAt(bytes, range) === ascii : equals(bytes, range.start, range.end, ascii);

/** Names by length, so that at most two are compared. */
const byLength = <Name extends string>(names: readonly Name[]): readonly (readonly Name[])[] =>
  Array.from({ length: 16 }, (_, length) => names.filter((name) => name.length === length));

const emptyFrame = (): Frame => ({
  type: 'unknown',
  shareId: absent,
  peerId: absent,
  to: absent,
  password: absent,
  grant: absent,
  traceparent: absent,
  payload: absent,
});

const keyNames = Object.keys(emptyFrame()) as Key[];
const keysByLength = byLength(keyNames);
const typesByLength = byLength(frameTypes);

/** The name that equals the string, if any. */
const nameAt = <Name extends string>(
  bytes: Buffer,
  start: number,
  end: number,
  names: readonly (readonly Name[])[],
): Name | undefined => {
  for (const name of names[end - start] ?? []) if (equals(bytes, start, end, name)) return name;
  const range = stringRange(bytes, start, end);
  if (!range.isEscaped) return undefined;
  const text = textAt(bytes, range);
  return names[text.length]?.find((name) => name === text);
};

const stringRange = (bytes: Buffer, start: number, end: number): Range => {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === backslash) return { start, end, isEscaped: true };
  }
  return { start, end, isEscaped: false };
};

/** Stores the value of a known key; false when it is not a string where one is required. */
const assign = (frame: Frame, bytes: Buffer, key: Key, start: number, end: number): boolean => {
  if (key === 'payload') {
    frame.payload = { start, end, isEscaped: false };
    return true;
  }
  if (bytes[start] !== quote) return false;
  if (key === 'type') frame.type = nameAt(bytes, start + 1, end - 1, typesByLength) ?? 'unknown';
  else frame[key] = stringRange(bytes, start + 1, end - 1);
  return true;
};

/**
 * A bit for each known key. Parsers disagree on which of two duplicate keys wins (RFC 8259, section 4), so duplicates are
 * rejected.
 */
const bitOf = Object.fromEntries(keyNames.map((key, index) => [key, 1 << index])) as Record<
  Key,
  number
>;

/** Whether the frame's closing brace is at `at` and only whitespace follows it. */
export const isEndOfFrame = ({ bytes, end }: FrameBuffer, at: number): boolean =>
  bytes[at] === braceClose && skipWhitespace(bytes, at + 1) === end;

/**
 * Parses the frame in the buffer. Undefined unless it is exactly one JSON object with a string `type` and each known
 * key at most once and of the right kind. Unknown keys are ignored.
 */
export const parseFrame = (frameBuffer: FrameBuffer): Frame | undefined => {
  const { bytes } = frameBuffer;
  const frame = emptyFrame();
  let seen = 0;
  let at = skipWhitespace(bytes, frameStart);
  if (bytes[at] !== braceOpen) return undefined;
  do {
    at = skipWhitespace(bytes, at + 1);
    if (bytes[at] !== quote) return undefined;
    const keyStart = at + 1;
    const keyEnd = skipString(frameBuffer, keyStart);
    if (keyEnd < 0) return undefined;
    at = skipWhitespace(bytes, keyEnd);
    if (bytes[at] !== colon) return undefined;
    const valueStart = skipWhitespace(bytes, at + 1);
    at = skipValue(frameBuffer, valueStart);
    if (at < 0) return undefined;
    const key = nameAt(bytes, keyStart, keyEnd - 1, keysByLength);
    if (key) {
      if ((seen & bitOf[key]) !== 0) return undefined;
      if (!assign(frame, bytes, key, valueStart, at)) return undefined;
      seen |= bitOf[key];
    }
    at = skipWhitespace(bytes, at);
  } while (bytes[at] === comma);
  return isEndOfFrame(frameBuffer, at) && (seen & bitOf.type) !== 0 ? frame : undefined;
};
