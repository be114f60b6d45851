import { frameStart, type FrameBuffer } from './frame-buffer.js';
import { skipString, skipValue, skipWhitespace } from './json-scan.js';

/**
 * The envelope `{ type, shareId, peerId, payload?, to? }` as it arrives: where things are in the bytes, not copies
 * of them. The payload is never decoded; it is checked to be JSON and forwarded as it came.
 */
const frameTypes = ['join', 'offer', 'answer', 'ice-candidate', 'ping'] as const;
export type FrameType = (typeof frameTypes)[number] | 'unknown';

/** Half-open byte range; a string's range excludes its quotes. `start` 0 means absent. */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** A string with escapes; its bytes are not its text. */
  readonly isEscaped: boolean;
}

/** A join may carry a password or a grant, and any frame a W3C trace context. */
const stringKeys = ['shareId', 'peerId', 'to', 'password', 'grant', 'traceparent'] as const;
type StringKey = (typeof stringKeys)[number];
type Key = StringKey | 'type' | 'payload';

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

/** Whether a string range says exactly this (ASCII); decodes only what is escaped. */
export const isText = (bytes: Buffer, range: Range, ascii: string): boolean =>
  range.isEscaped ? textAt(bytes, range) === ascii : equals(bytes, range.start, range.end, ascii);

/** Names by their length: at most two to compare with. */
const byLength = <Name extends string>(names: readonly Name[]): readonly (readonly Name[])[] =>
  Array.from({ length: 16 }, (_, length) => names.filter((name) => name.length === length));

const keyNames: readonly Key[] = ['type', 'payload', ...stringKeys];
const keysByLength = byLength(keyNames);
const typesByLength = byLength(frameTypes);

/** Which of the names a string is, if any. */
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

/** Store the value of a known key; false when it is of the wrong kind. */
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

/** Two readers may disagree on which of two equal keys counts; so a frame has each known key once. */
const bitOf = Object.fromEntries(keyNames.map((key, index) => [key, 1 << index])) as Record<
  Key,
  number
>;

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
  const isWhole = bytes[at] === braceClose && skipWhitespace(bytes, at + 1) === frameBuffer.end;
  return isWhole && (seen & bitOf.type) !== 0 ? frame : undefined;
};
