import type { ScannedText } from './json-scan.js';
import { limits } from './limits.js';
import { createScannedMemory } from './plain-run.js';

/**
 * The buffer that every incoming frame is copied into before it is read. Parsing needs no memory of its own, and a
 * relayed payload is sent from this buffer, with a new envelope written around it.
 */
export interface FrameBuffer extends ScannedText {
  /** The same memory, for reads of four bytes. */
  readonly view: DataView;
  /** Where the frame ends; it begins at `frameStart`. */
  end: number;
}

/** Bytes reserved before the frame: enough for the longest envelope that `relayFrame` writes. */
export const frameStart = 512;

/** Bytes after the frame: the zero that ends every scan, and the 15 bytes that `skipPlain` may read beyond it. */
const paddingBytes = 16;

export const createFrameBuffer = (): FrameBuffer => {
  const { buffer, skipPlain } = createScannedMemory(frameStart + limits.frameBytes + paddingBytes);
  return {
    bytes: Buffer.from(buffer),
    view: new DataView(buffer),
    skipPlain,
    end: frameStart,
  };
};

/** Copies a frame of at most `limits.frameBytes` over the previous one. */
export const loadFrame = (frameBuffer: FrameBuffer, frame: Uint8Array): void => {
  frameBuffer.bytes.set(frame, frameStart);
  frameBuffer.end = frameStart + frame.length;
  frameBuffer.bytes[frameBuffer.end] = 0;
};
