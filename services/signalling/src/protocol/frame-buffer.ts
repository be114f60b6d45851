import { limits } from './limits.js';
import type { PaddedText } from './json-scan.js';

/**
 * The buffer that every incoming frame is copied into before it is read. Parsing needs no memory of its own, and a
 * relayed payload is sent from this buffer, with a new envelope written around it.
 */
export interface FrameBuffer extends PaddedText {
  /** Where the frame ends; it begins at `frameStart`. */
  end: number;
}

/** Bytes reserved before the frame: enough for the longest envelope that `relayFrame` writes. */
export const frameStart = 512;

/** Zero bytes after the frame; `json-scan.ts` reads four bytes at a time and stops at a zero. */
const paddingBytes = 4;

export const createFrameBuffer = (): FrameBuffer => {
  const bytes = Buffer.alloc(frameStart + limits.frameBytes + paddingBytes);
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    end: frameStart,
  };
};

/** Copies a frame of at most `limits.frameBytes` over the previous one. */
export const loadFrame = (frameBuffer: FrameBuffer, frame: Uint8Array): void => {
  frameBuffer.bytes.set(frame, frameStart);
  frameBuffer.end = frameStart + frame.length;
  frameBuffer.view.setInt32(frameBuffer.end, 0);
};
