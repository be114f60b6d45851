import { frameStart, type FrameBuffer } from './frame-buffer.js';
import { skipValue, skipWhitespace } from './json-scan.js';
import { isEndOfFrame, isPresent, parseFrame, type Frame } from './parse-frame.js';

/**
 * Consecutive frames of a member usually differ in their payload only, and parsing the rest takes as long as validating
 * the payload. So the bytes before the payload are kept: a frame that begins with the same bytes has the same fields.
 */
export interface KnownEnvelope {
  /** Where the payload starts in the frame buffer. */
  readonly end: number;
  /** The bytes before it, four at a time; the last four overlap with those before. */
  readonly words: readonly number[];
  /** The frame they belong to; its payload is replaced by that of each later one. */
  readonly frame: Frame;
}

/** State per author. `envelope` is undefined until the first frame with a payload, so an idle peer needs no memory. */
export interface EnvelopeMemory {
  envelope: KnownEnvelope | undefined;
}

/** Longer envelopes are not kept. Every envelope with a payload has more than four bytes. */
const longestEnvelope = 256;

const wordAt = (view: DataView, end: number, index: number): number =>
  view.getInt32(Math.min(frameStart + 4 * index, end - 4), true);

/** Undefined unless the payload is the last key. A trace context differs in each frame. */
const envelopeOf = (frameBuffer: FrameBuffer, frame: Frame): KnownEnvelope | undefined => {
  const { bytes, view } = frameBuffer;
  const end = frame.payload.start;
  if (!isPresent(frame.payload) || isPresent(frame.traceparent)) return undefined;
  if (end - frameStart > longestEnvelope) return undefined;
  if (!isEndOfFrame(frameBuffer, skipWhitespace(bytes, frame.payload.end))) return undefined;
  const words: number[] = [];
  for (let index = 0; frameStart + 4 * index < end; index += 1) {
    words.push(wordAt(view, end, index));
  }
  return { end, words, frame };
};

/** A shorter frame differs in the zero byte after its end, which no envelope contains. */
const beginsWith = ({ view }: FrameBuffer, { end, words }: KnownEnvelope): boolean => {
  for (let index = 0; index < words.length; index += 1) {
    if (wordAt(view, end, index) !== words[index]) return false;
  }
  return true;
};

/** Undefined unless the frame consists of the known envelope and a valid payload. */
const parseKnown = (frameBuffer: FrameBuffer, envelope: KnownEnvelope): Frame | undefined => {
  if (!beginsWith(frameBuffer, envelope)) return undefined;
  const { end: start, frame } = envelope;
  const end = skipValue(frameBuffer, start);
  if (end < 0 || !isEndOfFrame(frameBuffer, skipWhitespace(frameBuffer.bytes, end))) {
    return undefined;
  }
  frame.payload = { start, end, isEscaped: false };
  return frame;
};

/** The result of `parseFrame`, which is valid until the author's next frame. */
export const parseNextFrame = (
  frameBuffer: FrameBuffer,
  author: EnvelopeMemory,
): Frame | undefined => {
  const known = author.envelope && parseKnown(frameBuffer, author.envelope);
  if (known) return known;
  const frame = parseFrame(frameBuffer);
  if (frame) author.envelope = envelopeOf(frameBuffer, frame) ?? author.envelope;
  return frame;
};
