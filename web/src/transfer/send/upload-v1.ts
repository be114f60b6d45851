/** Compatibility profile, sending: small chunks with a pause between them (specification, section 9). */
import {
  COMPAT_CHUNK_BYTES,
  COMPAT_CHUNK_BYTES_IOS,
  COMPAT_PAUSE_MS,
  COMPAT_PAUSE_MS_IOS,
} from '../support/constants.js';
import type { Clock } from '../support/env.js';
import { createChunkEncoder } from '../wire/chunk-frames.js';
import type { OutgoingContext } from './upload-context.js';

export function compatPace(isIos: boolean): { chunkBytes: number; pauseMs: number } {
  return isIos
    ? { chunkBytes: COMPAT_CHUNK_BYTES_IOS, pauseMs: COMPAT_PAUSE_MS_IOS }
    : { chunkBytes: COMPAT_CHUNK_BYTES, pauseMs: COMPAT_PAUSE_MS };
}

export const compatChunks = (totalBytes: number, chunkBytes: number): number =>
  Math.ceil(totalBytes / chunkBytes);

const pause = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, delayMs);
  });

/** @param onProgress position in bytes. Resolves when all is sent; completion is the receiver's to say. */
export async function sendCompat(
  context: OutgoingContext,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { source, env, writer, changed } = context;
  const { chunkBytes, pauseMs } = compatPace(env.device.isIos);
  const totalChunks = compatChunks(source.totalBytes, chunkBytes);
  const encode = createChunkEncoder(chunkBytes);
  for (let index = 0; index < totalChunks; index++) {
    const start = index * chunkBytes;
    // A block is a whole number of these chunks.
    const block = await source.readBlock(Math.floor(start / source.blockBytes));
    const offset = start % source.blockBytes;
    while (context.isPaused() && !context.isStopped()) await changed.next();
    await writer.whenWritable();
    if (context.isStopped()) return;
    writer.send(encode(index, totalChunks, block.bytes.subarray(offset, offset + chunkBytes)));
    onProgress(Math.min(source.totalBytes, start + chunkBytes));
    await pause(env.clock, pauseMs);
    if (context.isStopped()) return;
  }
}
