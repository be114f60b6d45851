import { skipString, skipValue, skipWhitespace } from './json-scan.js';

/**
 * The envelope `{ type, shareId, peerId, payload?, to? }` as it arrives: where things are in the bytes, not copies
 * of them. The payload is never decoded; it is checked to be JSON and forwarded as it came.
 */
export type FrameType = 'join' | 'offer' | 'answer' | 'ice-candidate' | 'ping' | 'unknown';

/** Half-open byte range; a string's range excludes its quotes. `start` 0 means absent: a frame begins with `{`. */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** A string with escapes; its bytes are not its text. */
  readonly isEscaped: boolean;
}

export interface Frame {
  type: FrameType;
  shareId: Range;
  peerId: Range;
  to: Range;
  password: Range;
  grant: Range;
  traceparent: Range;
  payload: Range;
}

const absent: Range = { start: 0, end: 0, isEscaped: false };
export const isPresent = (range: Range): boolean => range.start !== 0;

const stringKeys = ['shareId', 'peerId', 'to', 'password', 'grant', 'traceparent'] as const;
type StringKey = (typeof stringKeys)[number];
const isStringKey = (key: string): key is StringKey =>
  (stringKeys as readonly string[]).includes(key);

const frameTypes: readonly string[] = ['join', 'offer', 'answer', 'ice-candidate', 'ping'];

/** The text of a string range. */
export const textAt = (bytes: Buffer, range: Range): string => {
  const raw = bytes.toString('utf8', range.start, range.end);
  return range.isEscaped ? (JSON.parse(`"${raw}"`) as string) : raw;
};

const quote = 0x22;
const colon = 0x3a;
const comma = 0x2c;
const braceOpen = 0x7b;
const braceClose = 0x7d;
const backslash = 0x5c;

const stringRange = (bytes: Buffer, start: number, end: number): Range => {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === backslash) return { start, end, isEscaped: true };
  }
  return { start, end, isEscaped: false };
};

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

/** Store one member; false when it contradicts the envelope. Keys we do not know are ignored. */
const assign = (
  frame: Frame,
  seen: Set<string>,
  bytes: Buffer,
  key: string,
  start: number,
  end: number,
): boolean => {
  if (key !== 'type' && key !== 'payload' && !isStringKey(key)) return true;
  // Two readers may disagree on which of two equal keys counts; so a frame has each key once.
  if (seen.has(key)) return false;
  seen.add(key);
  if (key === 'payload') {
    frame.payload = { start, end, isEscaped: false };
    return true;
  }
  if (bytes[start] !== quote) return false;
  const range = stringRange(bytes, start + 1, end - 1);
  if (key === 'type') {
    const type = textAt(bytes, range);
    if (frameTypes.includes(type)) frame.type = type as FrameType;
    return true;
  }
  frame[key] = range;
  return true;
};

/**
 * Read one frame; undefined unless it is exactly one JSON object with a string `type`, every known key at most once
 * and of the right kind.
 */
export const parseFrame = (bytes: Buffer): Frame | undefined => {
  const frame = emptyFrame();
  const seen = new Set<string>();
  let at = skipWhitespace(bytes, 0);
  if (bytes[at] !== braceOpen) return undefined;
  at = skipWhitespace(bytes, at + 1);
  if (bytes[at] === braceClose) return undefined;
  for (;;) {
    if (bytes[at] !== quote) return undefined;
    const keyEnd = skipString(bytes, at + 1);
    if (keyEnd < 0) return undefined;
    const key = textAt(bytes, stringRange(bytes, at + 1, keyEnd - 1));
    at = skipWhitespace(bytes, keyEnd);
    if (bytes[at] !== colon) return undefined;
    const valueStart = skipWhitespace(bytes, at + 1);
    const valueEnd = skipValue(bytes, valueStart);
    if (valueEnd < 0 || !assign(frame, seen, bytes, key, valueStart, valueEnd)) return undefined;
    at = skipWhitespace(bytes, valueEnd);
    if (bytes[at] === braceClose) break;
    if (bytes[at] !== comma) return undefined;
    at = skipWhitespace(bytes, at + 1);
  }
  return skipWhitespace(bytes, at + 1) === bytes.length && seen.has('type') ? frame : undefined;
};
