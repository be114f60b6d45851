/**
 * Sending in protocol version 1: small chunks at a fixed pace. The receiver acknowledges only the end.
 */

import { v1ChunkBytes, v1ChunkBytesIos, v1PauseMs, v1PauseMsIos } from '../../support/constants.js';
import type { Clock } from '../../support/env.js';
import { createChunkEncoder } from '../../wire/chunk-frames.js';
import { waitForLimits, type UploadContext } from './upload-context.js';

export const pacingV1 = (isIos: boolean): { chunkBytes: number; pauseMs: number } =>
  isIos
    ? { chunkBytes: v1ChunkBytesIos, pauseMs: v1PauseMsIos }
    : { chunkBytes: v1ChunkBytes, pauseMs: v1PauseMs };

export const chunkCountV1 = (totalBytes: number, chunkBytes: number): number =>
  Math.ceil(totalBytes / chunkBytes);

const sleep = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, delayMs);
  });

export class UploadV1 {
  readonly #context: UploadContext;
  #bytesSent = 0;

  constructor(context: UploadContext) {
    this.#context = context;
  }

  /** Bytes handed to the channel. */
  bytesSent(): number {
    return this.#bytesSent;
  }

  /** Resolves when every chunk was sent, or on abort. */
  async run(): Promise<void> {
    const { source, env, writer, limits } = this.#context;
    const { chunkBytes, pauseMs } = pacingV1(env.device.isIos);
    const totalChunks = chunkCountV1(source.totalBytes, chunkBytes);
    const encode = createChunkEncoder(chunkBytes);
    let bytes = new Uint8Array();
    for (let index = 0; index < totalChunks; index++) {
      const start = index * chunkBytes;
      const offset = start % source.blockBytes;
      // A block is a whole number of version 1 chunks. It is kept for them: others may displace it from the cache.
      if (offset === 0) ({ bytes } = await source.readBlock(start / source.blockBytes));
      await waitForLimits(this.#context);
      await writer.whenWritable();
      if (this.#isAborted()) return;
      const payload = bytes.subarray(offset, offset + chunkBytes);
      writer.send(encode(index, totalChunks, payload));
      limits.onSending(payload.length);
      this.#bytesSent = Math.min(source.totalBytes, start + chunkBytes);
      await sleep(env.clock, pauseMs);
      if (this.#isAborted()) return;
    }
  }

  #isAborted(): boolean {
    return this.#context.signal.aborted;
  }
}
