/** Protocol version 1, sending: small chunks with a pause between them (specification, section 9). */
import {
  V1_CHUNK_BYTES,
  V1_CHUNK_BYTES_IOS,
  V1_PAUSE_MS,
  V1_PAUSE_MS_IOS,
} from '../support/constants.js';
import type { Clock } from '../support/env.js';
import { createChunkEncoder } from '../wire/chunk-frames.js';
import type { UploadContext } from './upload-context.js';

export function pacingV1(isIos: boolean): { chunkBytes: number; pauseMs: number } {
  return isIos
    ? { chunkBytes: V1_CHUNK_BYTES_IOS, pauseMs: V1_PAUSE_MS_IOS }
    : { chunkBytes: V1_CHUNK_BYTES, pauseMs: V1_PAUSE_MS };
}

export const chunkCountV1 = (totalBytes: number, chunkBytes: number): number =>
  Math.ceil(totalBytes / chunkBytes);

const pause = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, delayMs);
  });

/** @param onProgress position in bytes. Resolves when all is sent; completion is the receiver's to say. */
export async function uploadV1(
  context: UploadContext,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const { source, env, writer, changed } = context;
  const { chunkBytes, pauseMs } = pacingV1(env.device.isIos);
  const totalChunks = chunkCountV1(source.totalBytes, chunkBytes);
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
