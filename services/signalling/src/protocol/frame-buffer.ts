import { limits } from './limits.js';
import type { Text } from './json-scan.js';

/**
 * The one frame in hand. Every frame is copied here before anything reads it: reading needs no memory of its own,
 * and a relayed payload goes out from where it lies, with our envelope written around it.
 */
export interface Desk extends Text {
  /** Where the text ends; it begins at `textStart`. */
  end: number;
}

/** Room before the text, in bytes, for the longest envelope we write. */
export const textStart = 512;

/** Bytes behind the text: zeros that `json-scan.ts` stops at. */
const endMark = 4;

export const createDesk = (): Desk => {
  const bytes = Buffer.alloc(textStart + limits.frameBytes + endMark);
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    end: textStart,
  };
};

/** Lay down a frame of at most `limits.frameBytes`; whatever was here is gone. */
export const layDown = (desk: Desk, frame: Uint8Array): void => {
  desk.bytes.set(frame, textStart);
  desk.end = textStart + frame.length;
  desk.view.setInt32(desk.end, 0);
};
