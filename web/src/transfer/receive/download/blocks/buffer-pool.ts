/**
 * Reuses the memory of blocks. Fresh memory is cleared and mapped page by page, which costs about as much processor
 * time as hashing the same bytes.
 */
export interface BufferPool {
  /** At most `bufferBytes`. Not cleared: the caller overwrites all of it. */
  acquire(lengthBytes: number): Uint8Array<ArrayBuffer>;
  /** @param unused a buffer returned by a sink; undefined and foreign buffers are ignored. */
  release(unused: Uint8Array<ArrayBuffer> | undefined): void;
}

/** @param bufferBytes size of every buffer. @param maxUnused buffers kept for reuse. */
export const createBufferPool = (bufferBytes: number, maxUnused: number): BufferPool => {
  const unusedBuffers: ArrayBuffer[] = [];
  /**
   * V8 counts the memory of received messages, but checks the count only when a script allocates a buffer, which a
   * pool does not. Without this allocation processed messages stay in memory for seconds (docs/benchmarks.md). The
   * array keeps the compiler from removing it.
   */
  const triggerCollection = (): void => {
    unusedBuffers.push(new ArrayBuffer(1));
    unusedBuffers.pop();
  };
  return {
    acquire(lengthBytes) {
      triggerCollection();
      const buffer = unusedBuffers.pop() ?? new ArrayBuffer(bufferBytes);
      return new Uint8Array(buffer, 0, lengthBytes);
    },
    release(unused) {
      // A transferred buffer is detached and has length 0.
      if (unused?.buffer.byteLength !== bufferBytes || unusedBuffers.length >= maxUnused) return;
      unusedBuffers.push(unused.buffer);
    },
  };
};
