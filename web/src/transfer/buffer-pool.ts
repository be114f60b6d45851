/**
 * Memory for blocks, used again and again. Fresh memory must be cleared and mapped page by page, which costs the
 * processor about as much as digesting the same bytes.
 */
export interface BufferPool {
  /** At most `bufferBytes`. Not cleared: the caller fills all of it. */
  take(lengthBytes: number): Uint8Array<ArrayBuffer>;
  /** @param spare what a sink gave back; anything else is ignored. */
  give(spare: Uint8Array | undefined): void;
}

/** @param bufferBytes of every buffer. @param maxSpares kept while nobody needs them. */
export function createBufferPool(bufferBytes: number, maxSpares: number): BufferPool {
  const spares: ArrayBuffer[] = [];
  return {
    take(lengthBytes) {
      const buffer = spares.pop() ?? new ArrayBuffer(bufferBytes);
      return new Uint8Array(buffer, 0, lengthBytes);
    },
    give(spare) {
      // A buffer that was transferred away has no length any more.
      if (spare?.buffer.byteLength !== bufferBytes || spares.length >= maxSpares) return;
      spares.push(spare.buffer as ArrayBuffer);
    },
  };
}
